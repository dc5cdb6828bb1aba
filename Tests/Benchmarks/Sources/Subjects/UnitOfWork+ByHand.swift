extension UnitOfWork {
    /// The objects that exist once in the process, as a program without a container keeps them.
    package final class Singles: Sendable {
        fileprivate let object1: SingleObj1
        fileprivate let object2: SingleObj2
        fileprivate let object12: SingleObj12
        fileprivate let object22: SingleObj22
        fileprivate let object13: SingleObj13
        fileprivate let object23: SingleObj23
        fileprivate let single1: Single1
        fileprivate let single2: Single2
        fileprivate let single12: Single12
        fileprivate let single22: Single22
        fileprivate let single13: Single13
        fileprivate let single23: Single23
        fileprivate let single14: Single14
        fileprivate let single24: Single24

        package init() {
            object1 = SingleObj1()
            object2 = SingleObj2()
            object12 = SingleObj12()
            object22 = SingleObj22()
            object13 = SingleObj13()
            object23 = SingleObj23()
            single14 = Single14()
            single24 = Single24()
            single13 = Single13(single14)
            single23 = Single23(single14)
            single12 = Single12(single14, SingleObj14())
            single22 = Single22(single24, SingleObj24())
            single1 = Single1(single12, single22, object12, object22)
            single2 = Single2(single12, single22, object12, object22)
        }
    }

    /// Makes the root and all that it needs but the singles: nineteen scoped objects and twenty transient ones.
    @inline(never)
    package static func byHand(_ singles: Singles) -> Root {
        let scoped14 = Scoped14()
        let scoped24 = Scoped24()
        let scoped13 = Scoped13(singles.single1, scoped14)
        let scoped23 = Scoped23(singles.single2, scoped24)
        let factory13 = ScopedFac13(singles.single1, scoped14, ScopedFac14())
        let factory23 = ScopedFac23(singles.single2, scoped24, ScopedFac24())
        let scoped12 = Scoped12(
            singles.single13,
            singles.object13,
            scoped13,
            factory13,
            transient13(singles),
            singles.single1,
            singles.object1
        )
        let scoped22 = Scoped22(
            singles.single23,
            singles.object23,
            scoped23,
            factory23,
            transient23(singles),
            singles.single2,
            singles.object2
        )
        let scoped1 = Scoped1(
            singles.single12,
            singles.object12,
            ScopedFac12(scoped13, singles.single1, singles.object13),
            Trans12(transient13(singles), singles.single13, singles.object13),
            singles.single1,
            singles.object1,
            scoped12
        )
        let scoped2 = Scoped2(
            singles.single22,
            singles.object22,
            ScopedFac22(scoped23, singles.single2, singles.object23),
            Trans22(transient23(singles), singles.single23, singles.object23),
            singles.single2,
            singles.object2,
            scoped22
        )
        return Root(
            singles.single1,
            singles.single2,
            scoped1,
            scoped2,
            Trans1(transient13(singles), transient23(singles), singles.single13, singles.single1, singles.object1),
            Trans2(transient13(singles), transient23(singles), singles.single23, singles.single2, singles.object2),
            ScopedFac1(scoped1, Scoped3(), singles.single1, singles.object1),
            ScopedFac2(scoped2, Scoped4(), singles.single2, singles.object2),
            singles.object1,
            singles.object2
        )
    }

    private static func transient13(_ singles: Singles) -> Trans13 {
        Trans13(singles.single14, Trans14())
    }

    private static func transient23(_ singles: Singles) -> Trans23 {
        Trans23(singles.single24, Trans24())
    }
}
