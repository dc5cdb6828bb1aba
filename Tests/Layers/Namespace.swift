/// The name that the types of the lower folders are nested in, for those folders without the class itself.
public final class Imposer: Sendable {}
