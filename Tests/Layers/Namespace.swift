/// The name that the types of the lower folders are nested in, while these are compiled without the class itself.
public final class Imposer: Sendable {}
