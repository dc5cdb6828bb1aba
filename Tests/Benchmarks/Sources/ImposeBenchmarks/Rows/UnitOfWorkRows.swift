import Impose
import Subjects

private enum AppSingles {
    static let all = UnitOfWork.Singles()
}

/// The benchmark by which containers for .NET are compared.
var unitOfWorkRows: [Row] {
    [
        Row(
            "unit-of-work",
            "realistic unit of work: a scope, a root of ten dependencies, 43 types in four levels, 39 objects",
            against: "the same objects by hand",
            budget: .ratio(4),
            allocations: 48,
            setUp: {
                populate()
                UnitOfWork.impose()
            },
            ours: Work(operations: 20) { count in
                let primary = Imposer.shared
                for _ in 0..<count {
                    let scope = primary.openScope()
                    use(object: scope.inject(of: UnitOfWork.Root.self))
                    scope.dispose()
                }
            },
            baseline: Work(operations: 20) { count in
                for _ in 0..<count { use(object: UnitOfWork.byHand(AppSingles.all)) }
            }
        )
    ]
}

/// Imposes types that are not part of the unit of work, twelve scoped and eight single ones, and injects all once.
private func populate() {
    let types = (0..<20).map(numbered)
    for (number, type) in types.enumerated() { impose(type, option: number < 12 ? .scopedInstance : .singleInstance) }
    let scope = Imposer.openScope()
    scope.run {
        for type in types { injectOnce(type) }
    }
    scope.dispose()
}

extension UnitOfWork {
    fileprivate static func impose() {
        Imposer.impose(for: Root.self, option: .scopedInstance, Root.init)
        imposeSingles()
        imposeScoped()
        imposeTransient()
    }

    private static func imposeSingles() {
        Imposer.impose(for: Single1.self, Single1.init)
        Imposer.impose(for: Single2.self, Single2.init)
        Imposer.impose(for: Single12.self, Single12.init)
        Imposer.impose(for: Single22.self, Single22.init)
        Imposer.impose(for: Single13.self, Single13.init)
        Imposer.impose(for: Single23.self, Single23.init)
        Imposer.impose(for: Single14.self, Single14.init)
        Imposer.impose(for: Single24.self, Single24.init)
        Imposer.impose(for: SingleObj1.self, instance: SingleObj1())
        Imposer.impose(for: SingleObj2.self, instance: SingleObj2())
        Imposer.impose(for: SingleObj12.self, instance: SingleObj12())
        Imposer.impose(for: SingleObj22.self, instance: SingleObj22())
        Imposer.impose(for: SingleObj13.self, instance: SingleObj13())
        Imposer.impose(for: SingleObj23.self, instance: SingleObj23())
        Imposer.impose(for: SingleObj14.self, instance: SingleObj14())
        Imposer.impose(for: SingleObj24.self, instance: SingleObj24())
    }

    private static func imposeScoped() {
        Imposer.impose(for: Scoped1.self, option: .scopedInstance, Scoped1.init)
        Imposer.impose(for: Scoped2.self, option: .scopedInstance, Scoped2.init)
        Imposer.impose(for: Scoped3.self, option: .scopedInstance, Scoped3.init)
        Imposer.impose(for: Scoped4.self, option: .scopedInstance, Scoped4.init)
        Imposer.impose(for: Scoped12.self, option: .scopedInstance, Scoped12.init)
        Imposer.impose(for: Scoped22.self, option: .scopedInstance, Scoped22.init)
        Imposer.impose(for: Scoped13.self, option: .scopedInstance, Scoped13.init)
        Imposer.impose(for: Scoped23.self, option: .scopedInstance, Scoped23.init)
        Imposer.impose(for: Scoped14.self, option: .scopedInstance, Scoped14.init)
        Imposer.impose(for: Scoped24.self, option: .scopedInstance, Scoped24.init)
        Imposer.impose(for: ScopedFac1.self, option: .scopedInstance) { ScopedFac1($0, $1, $2, $3) }
        Imposer.impose(for: ScopedFac2.self, option: .scopedInstance) { ScopedFac2($0, $1, $2, $3) }
        Imposer.impose(for: ScopedFac12.self, option: .scopedInstance) { ScopedFac12($0, $1, $2) }
        Imposer.impose(for: ScopedFac22.self, option: .scopedInstance) { ScopedFac22($0, $1, $2) }
        Imposer.impose(for: ScopedFac13.self, option: .scopedInstance) { ScopedFac13($0, $1, $2) }
        Imposer.impose(for: ScopedFac23.self, option: .scopedInstance) { ScopedFac23($0, $1, $2) }
        Imposer.impose(for: ScopedFac14.self, option: .scopedInstance) { ScopedFac14() }
        Imposer.impose(for: ScopedFac24.self, option: .scopedInstance) { ScopedFac24() }
    }

    private static func imposeTransient() {
        Imposer.impose(for: Trans1.self, option: .closureBased, Trans1.init)
        Imposer.impose(for: Trans2.self, option: .closureBased, Trans2.init)
        Imposer.impose(for: Trans12.self, option: .closureBased, Trans12.init)
        Imposer.impose(for: Trans22.self, option: .closureBased, Trans22.init)
        Imposer.impose(for: Trans13.self, option: .closureBased, Trans13.init)
        Imposer.impose(for: Trans23.self, option: .closureBased, Trans23.init)
        Imposer.impose(for: Trans14.self, option: .closureBased, Trans14.init)
        Imposer.impose(for: Trans24.self, option: .closureBased, Trans24.init)
    }
}
