import Impose
import Subjects

private enum Names {
    static let all = (0..<100_000).map { InjectionName($0) }
}

/// Registrations. One operation is one of them, the imposer being empty before the first.
var imposingRows: [Row] {
    let sizes = [
        (1, "1 registration", 10_000),
        (1_000, "1,000 registrations", 100),
        (100_000, "100,000 registrations", 5),
    ]
    let rows = sizes.map { (count, text, samples) in
        Row(
            "impose-\(count)",
            "`impose`, from 0 to \(text)",
            against: "`Dictionary` + `Mutex`",
            budget: .nanoseconds(500),
            ours: Work(operations: count, samples: samples) {
                Imposer.removeAll()
                let names = Names.all.prefix(count)
                return {
                    for name in names {
                        Imposer.impose(for: (any Gateway).self, named: name, makeGateway)
                    }
                }
            },
            baseline: Work(operations: count, samples: samples) {
                let providers = LockedProviders()
                let names = Names.all.prefix(count)
                return {
                    for name in names {
                        providers.insert(for: (any Gateway).self, named: name, makeGateway)
                    }
                }
            }
        )
    }
    let types = Row(
        "impose-types",
        "for comparison: `impose` for 1,000 classes that are new to the process",
        against: "`Dictionary` + `Mutex`",
        ours: Work(operations: 1_000, samples: 5) {
            Imposer.removeAll()
            let types = FreshClasses.take(1_000)
            return {
                for type in types { impose(type) }
            }
        },
        baseline: Work(operations: 1_000, samples: 5) {
            let providers = LockedProviders()
            let types = FreshClasses.take(1_000)
            return {
                for type in types { insert(type, into: providers) }
            }
        }
    )
    return rows + [types]
}

private func insert(_ type: any Numbered.Type, into providers: LockedProviders) {
    func insert<Class: Numbered>(_ type: Class.Type) {
        providers.insert(for: type, named: nil, type.init)
    }
    insert(type)
}
