/// The outcome of asking one imposer for a registration that answers.
package enum Choice {
    case none
    case chosen(Candidate)
    case tied([Candidate])
    /// The imposer was disposed of; it would answer if it had not been.
    case disposed
}
