import Impose

/// The error of an injection that is to fail, or nil if it does not.
func failure<T>(of injection: () throws(ImposeError) -> T) -> ImposeError? {
    do {
        _ = try injection()
        return nil
    } catch {
        return error
    }
}
