/// The graph of DryIoc's benchmark of a realistic unit of work, by which containers for .NET are compared: a root with ten
/// dependencies, and the dependencies of these, in four levels.
///
/// Of each `Single` there is one in the process, of each `Scoped` one in a unit of work, and a `Trans` is made each time.
/// A `SingleObj` exists before, and a `ScopedFac` is a scoped one that a closure makes. Initializers are never inlined, so
/// that every object is really on the heap.
package enum UnitOfWork {}

// MARK: The root and its dependencies

extension UnitOfWork {
    package final class Root: Sendable {
        private let needs:
            (
                Single1, Single2, Scoped1, Scoped2, Trans1,
                Trans2, ScopedFac1, ScopedFac2, SingleObj1, SingleObj2
            )

        @inline(never)
        package init(
            _ a: Single1,
            _ b: Single2,
            _ c: Scoped1,
            _ d: Scoped2,
            _ e: Trans1,
            _ f: Trans2,
            _ g: ScopedFac1,
            _ h: ScopedFac2,
            _ i: SingleObj1,
            _ j: SingleObj2
        ) {
            needs = (a, b, c, d, e, f, g, h, i, j)
        }
    }

    package final class Single1: Sendable {
        private let needs: (Single12, Single22, SingleObj12, SingleObj22)

        @inline(never)
        package init(_ a: Single12, _ b: Single22, _ c: SingleObj12, _ d: SingleObj22) {
            needs = (a, b, c, d)
        }
    }

    package final class Single2: Sendable {
        private let needs: (Single12, Single22, SingleObj12, SingleObj22)

        @inline(never)
        package init(_ a: Single12, _ b: Single22, _ c: SingleObj12, _ d: SingleObj22) {
            needs = (a, b, c, d)
        }
    }

    package final class Scoped1: Sendable {
        private let needs: (Single12, SingleObj12, ScopedFac12, Trans12, Single1, SingleObj1, Scoped12)

        @inline(never)
        package init(
            _ a: Single12,
            _ b: SingleObj12,
            _ c: ScopedFac12,
            _ d: Trans12,
            _ e: Single1,
            _ f: SingleObj1,
            _ g: Scoped12
        ) {
            needs = (a, b, c, d, e, f, g)
        }
    }

    package final class Scoped2: Sendable {
        private let needs: (Single22, SingleObj22, ScopedFac22, Trans22, Single2, SingleObj2, Scoped22)

        @inline(never)
        package init(
            _ a: Single22,
            _ b: SingleObj22,
            _ c: ScopedFac22,
            _ d: Trans22,
            _ e: Single2,
            _ f: SingleObj2,
            _ g: Scoped22
        ) {
            needs = (a, b, c, d, e, f, g)
        }
    }

    package final class Scoped3: Sendable {
        @inline(never)
        package init() {}
    }

    package final class Scoped4: Sendable {
        @inline(never)
        package init() {}
    }

    package final class ScopedFac1: Sendable {
        private let needs: (Scoped1, Scoped3, Single1, SingleObj1)

        @inline(never)
        package init(_ a: Scoped1, _ b: Scoped3, _ c: Single1, _ d: SingleObj1) {
            needs = (a, b, c, d)
        }
    }

    package final class ScopedFac2: Sendable {
        private let needs: (Scoped2, Scoped4, Single2, SingleObj2)

        @inline(never)
        package init(_ a: Scoped2, _ b: Scoped4, _ c: Single2, _ d: SingleObj2) {
            needs = (a, b, c, d)
        }
    }

    package final class Trans1: Sendable {
        private let needs: (Trans13, Trans23, Single13, Single1, SingleObj1)

        @inline(never)
        package init(_ a: Trans13, _ b: Trans23, _ c: Single13, _ d: Single1, _ e: SingleObj1) {
            needs = (a, b, c, d, e)
        }
    }

    package final class Trans2: Sendable {
        private let needs: (Trans13, Trans23, Single23, Single2, SingleObj2)

        @inline(never)
        package init(_ a: Trans13, _ b: Trans23, _ c: Single23, _ d: Single2, _ e: SingleObj2) {
            needs = (a, b, c, d, e)
        }
    }

    package final class SingleObj1: Sendable {
        @inline(never)
        package init() {}
    }

    package final class SingleObj2: Sendable {
        @inline(never)
        package init() {}
    }
}
