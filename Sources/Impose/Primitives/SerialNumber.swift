/// The position of something in the order in which the process makes its kind.
///
/// 64 bits on every target: a server that makes thousands of scopes a second would use up 31 bits in days.
typealias SerialNumber = Int64
