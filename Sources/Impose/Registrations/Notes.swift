/// The notes that inspecting takes of a registration, or of an imposer. The core keeps them and does not read them.
///
/// `@unchecked Sendable`: a class that is not final can't be checked. Nothing is in it.
class Notes: @unchecked Sendable {}
