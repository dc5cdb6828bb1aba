// What a lean program says when it asks for what it does not have.

#if !Inspecting
    extension Imposer {
        /// A placeholder for what inspecting would answer. There is no value of it.
        ///
        /// It has every member, of any type, and is a sequence of itself, so that the compiler's only word is on the call
        /// that gives it.
        @dynamicCallable
        @dynamicMemberLookup
        public struct WithoutInspecting: Sendable, Sequence, IteratorProtocol {
            private init() {}

            /// Every member.
            public subscript(dynamicMember name: String) -> WithoutInspecting { self }

            /// Every member whose type is said.
            @_disfavoredOverload
            public subscript<Member>(dynamicMember name: String) -> Member { fatalError("Unavailable") }

            /// Every method.
            @discardableResult
            public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> WithoutInspecting
            {
                self
            }

            /// The number of elements. A sequence has a method of this name.
            public var count: Int { 0 }

            /// The registration that would answer, an optional one.
            public var chosen: WithoutInspecting? { self }

            /// The method that throws.
            public func orThrow() throws {}

            /// Every element.
            public func next() -> WithoutInspecting? { nil }
        }

        /// Reports that validating is left out of the program. It can't be called.
        @available(
            *,
            unavailable,
            message:
                "validate() needs the trait 'Inspecting' of Impose, which Package.swift leaves out; or call it in a test, with 'import ImposeTesting'"
        )
        @_disfavoredOverload
        @discardableResult
        public static func validate(building: Bool = false, wrappers: Bool = true, roots: [any Any.Type] = [])
            -> WithoutInspecting
        {
            fatalError("Unavailable")
        }

        /// Reports that validating is left out of the program. It can't be called.
        @available(
            *,
            unavailable,
            message:
                "validate() needs the trait 'Inspecting' of Impose, which Package.swift leaves out; or call it in a test, with 'import ImposeTesting'"
        )
        @_disfavoredOverload
        @discardableResult
        public func validate(building: Bool = false, wrappers: Bool = false, roots: [any Any.Type] = [])
            -> WithoutInspecting
        {
            fatalError("Unavailable")
        }

        /// Reports that explaining is left out of the program. It can't be called.
        @available(
            *,
            unavailable,
            message:
                "explain() needs the trait 'Inspecting' of Impose, which Package.swift leaves out; or call it in a test, with 'import ImposeTesting'"
        )
        @_disfavoredOverload
        @discardableResult
        public static func explain<T>(
            _ type: T.Type,
            from imposerType: ImposerType = .primary,
            named name: InjectionName? = nil,
            ifNoMatchUse rules: InjectionRules = .nearest,
            fileID: StaticString = #fileID,
            line: UInt = #line
        ) -> WithoutInspecting {
            fatalError("Unavailable")
        }

        /// Reports that explaining is left out of the program. It can't be called.
        @available(
            *,
            unavailable,
            message:
                "explain() needs the trait 'Inspecting' of Impose, which Package.swift leaves out; or call it in a test, with 'import ImposeTesting'"
        )
        @_disfavoredOverload
        @discardableResult
        public func explain<T>(
            _ type: T.Type,
            named name: InjectionName? = nil,
            ifNoMatchUse rules: InjectionRules = .nearest,
            fileID: StaticString = #fileID,
            line: UInt = #line
        ) -> WithoutInspecting {
            fatalError("Unavailable")
        }

        /// Reports that drawing is left out of the program. It can't be called.
        @available(
            *,
            unavailable,
            message:
                "graph() needs the trait 'Inspecting' of Impose, which Package.swift leaves out; or call it in a test, with 'import ImposeTesting'"
        )
        @_disfavoredOverload
        @discardableResult
        public static func graph(wrappers: Bool = true) -> WithoutInspecting {
            fatalError("Unavailable")
        }

        /// Reports that drawing is left out of the program. It can't be called.
        @available(
            *,
            unavailable,
            message:
                "graph() needs the trait 'Inspecting' of Impose, which Package.swift leaves out; or call it in a test, with 'import ImposeTesting'"
        )
        @_disfavoredOverload
        @discardableResult
        public func graph(wrappers: Bool = false) -> WithoutInspecting {
            fatalError("Unavailable")
        }
    }
#endif
