// The use of a remembered answer: a call of the provider, or the way to what is kept.

extension FactoryAnswer {
    /// Makes an instance, or gets the one for a scope. The caller keeps this object.
    ///
    /// - Parameter thread: The calling thread.
    @inline(__always)
    func make(
        in scope: UncountedReference<Imposer>?,
        on thread: ThreadRecord,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> Requested {
        let location = Location(fileID: fileID, line: line)
        guard isDirect, scope == nil, ContextCount.isZero else {
            return try makeOutOfLine(in: scope, at: location)
        }
        do {
            var frame = PathFrame(type: Requested.self, location: location, registration: registration)
            var source = ParameterSource(
                holder: holder,
                scope: nil,
                home: holder.with { $0.home },
                registration: frame.uncountedRegistration,
                arguments: nil
            )
            return try frame.make(with: function, from: &source, on: thread)
        } catch {
            throw reported(error)
        }
    }

    @inline(never)
    func makeOutOfLine(in scope: UncountedReference<Imposer>?, at location: Location) throws(ImposeError) -> Requested {
        do {
            guard isDirect, let scope, let home = holder.homeOfParameters(in: scope) else {
                return try slowPath(scope?.object, location)
            }
            var frame = PathFrame(type: Requested.self, location: location, registration: registration)
            var source = ParameterSource(
                holder: holder,
                scope: scope,
                home: home,
                registration: frame.uncountedRegistration,
                arguments: nil
            )
            return try frame.make(with: function, from: &source)
        } catch {
            throw reported(error)
        }
    }
}

extension UncountedReference<Imposer> {
    /// The table of answers to the parameters of this imposer's registrations, if the calling code runs in a scope
    /// right below it, so that nothing is left to be found out. Otherwise the imposer need not be alive.
    func homeOfParameters(in scope: UncountedReference<Imposer>) -> AnswerTableReference? {
        scope.with { scope in
            scope.isRightBelow(self) && Context.isRunning(scope) ? scope.homeBelowParent : nil
        }
    }
}
