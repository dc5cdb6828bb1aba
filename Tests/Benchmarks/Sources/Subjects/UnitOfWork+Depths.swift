// MARK: The second level

extension UnitOfWork {
    package final class Single12: Sendable {
        private let needs: (Single14, SingleObj14)

        @inline(never)
        package init(_ a: Single14, _ b: SingleObj14) {
            needs = (a, b)
        }
    }

    package final class Single22: Sendable {
        private let needs: (Single24, SingleObj24)

        @inline(never)
        package init(_ a: Single24, _ b: SingleObj24) {
            needs = (a, b)
        }
    }

    package final class Scoped12: Sendable {
        private let needs: (Single13, SingleObj13, Scoped13, ScopedFac13, Trans13, Single1, SingleObj1)

        @inline(never)
        package init(
            _ a: Single13,
            _ b: SingleObj13,
            _ c: Scoped13,
            _ d: ScopedFac13,
            _ e: Trans13,
            _ f: Single1,
            _ g: SingleObj1
        ) {
            needs = (a, b, c, d, e, f, g)
        }
    }

    package final class Scoped22: Sendable {
        private let needs: (Single23, SingleObj23, Scoped23, ScopedFac23, Trans23, Single2, SingleObj2)

        @inline(never)
        package init(
            _ a: Single23,
            _ b: SingleObj23,
            _ c: Scoped23,
            _ d: ScopedFac23,
            _ e: Trans23,
            _ f: Single2,
            _ g: SingleObj2
        ) {
            needs = (a, b, c, d, e, f, g)
        }
    }

    package final class ScopedFac12: Sendable {
        private let needs: (Scoped13, Single1, SingleObj13)

        @inline(never)
        package init(_ a: Scoped13, _ b: Single1, _ c: SingleObj13) {
            needs = (a, b, c)
        }
    }

    package final class ScopedFac22: Sendable {
        private let needs: (Scoped23, Single2, SingleObj23)

        @inline(never)
        package init(_ a: Scoped23, _ b: Single2, _ c: SingleObj23) {
            needs = (a, b, c)
        }
    }

    package final class Trans12: Sendable {
        private let needs: (Trans13, Single13, SingleObj13)

        @inline(never)
        package init(_ a: Trans13, _ b: Single13, _ c: SingleObj13) {
            needs = (a, b, c)
        }
    }

    package final class Trans22: Sendable {
        private let needs: (Trans23, Single23, SingleObj23)

        @inline(never)
        package init(_ a: Trans23, _ b: Single23, _ c: SingleObj23) {
            needs = (a, b, c)
        }
    }

    package final class SingleObj12: Sendable {
        @inline(never)
        package init() {}
    }

    package final class SingleObj22: Sendable {
        @inline(never)
        package init() {}
    }
}

// MARK: The third level

extension UnitOfWork {
    package final class Single13: Sendable {
        private let needs: Single14

        @inline(never)
        package init(_ a: Single14) {
            needs = a
        }
    }

    package final class Single23: Sendable {
        private let needs: Single14

        @inline(never)
        package init(_ a: Single14) {
            needs = a
        }
    }

    package final class Scoped13: Sendable {
        private let needs: (Single1, Scoped14)

        @inline(never)
        package init(_ a: Single1, _ b: Scoped14) {
            needs = (a, b)
        }
    }

    package final class Scoped23: Sendable {
        private let needs: (Single2, Scoped24)

        @inline(never)
        package init(_ a: Single2, _ b: Scoped24) {
            needs = (a, b)
        }
    }

    package final class ScopedFac13: Sendable {
        private let needs: (Single1, Scoped14, ScopedFac14)

        @inline(never)
        package init(_ a: Single1, _ b: Scoped14, _ c: ScopedFac14) {
            needs = (a, b, c)
        }
    }

    package final class ScopedFac23: Sendable {
        private let needs: (Single2, Scoped24, ScopedFac24)

        @inline(never)
        package init(_ a: Single2, _ b: Scoped24, _ c: ScopedFac24) {
            needs = (a, b, c)
        }
    }

    package final class Trans13: Sendable {
        private let needs: (Single14, Trans14)

        @inline(never)
        package init(_ a: Single14, _ b: Trans14) {
            needs = (a, b)
        }
    }

    package final class Trans23: Sendable {
        private let needs: (Single24, Trans24)

        @inline(never)
        package init(_ a: Single24, _ b: Trans24) {
            needs = (a, b)
        }
    }

    package final class SingleObj13: Sendable {
        @inline(never)
        package init() {}
    }

    package final class SingleObj23: Sendable {
        @inline(never)
        package init() {}
    }
}

// MARK: The fourth level

extension UnitOfWork {
    package final class Single14: Sendable {
        @inline(never)
        package init() {}
    }

    package final class Single24: Sendable {
        @inline(never)
        package init() {}
    }

    package final class Scoped14: Sendable {
        @inline(never)
        package init() {}
    }

    package final class Scoped24: Sendable {
        @inline(never)
        package init() {}
    }

    package final class ScopedFac14: Sendable {
        @inline(never)
        package init() {}
    }

    package final class ScopedFac24: Sendable {
        @inline(never)
        package init() {}
    }

    package final class Trans14: Sendable {
        @inline(never)
        package init() {}
    }

    package final class Trans24: Sendable {
        @inline(never)
        package init() {}
    }

    package final class SingleObj14: Sendable {
        @inline(never)
        package init() {}
    }

    package final class SingleObj24: Sendable {
        @inline(never)
        package init() {}
    }
}
