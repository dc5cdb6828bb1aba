import Impose

// What a random graph has that has to be awaited.

extension RandomGraphWorkshop {
    /// The body of an asynchronous provider.
    nonisolated(nonsending) func make<T: Tag>(
        awaiting type: T.Type,
        _ parameters: [any AnyProduct]
    ) async throws -> Product<T> {
        let label = try begin(T.number)
        if label == nil { await Task.yield() }
        var needs = parameters
        let all = graph.nodes[T.number].needs
        let children = all.filter { $0.way == .childTask }.map(\.node)
        let grouped = all.filter { $0.way == .group }.map(\.node)
        for need in all {
            switch need.way {
            case .awaited: needs.append(try await awaited(need.node))
            case .tried: if let part = try tried(need.node) { needs.append(part) }
            case .parameter, .childTask, .group: continue
            }
        }
        if children.count == 1 {
            async let child = awaited(children[0])
            await Task.yield()
            needs.append(try await child)
        } else if children.count > 1 {
            async let child = awaited(children[0])
            async let other = awaited(children[1])
            needs += try await [child, other]
        }
        if !grouped.isEmpty {
            needs += try await withThrowingTaskGroup(of: (any AnyProduct).self) { group in
                for node in grouped { group.addTask { try await self.awaited(node) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        return made(type, label, needs)
    }

    nonisolated(nonsending) func awaited(_ node: Int) async throws(ImposeError) -> any AnyProduct {
        nonisolated(nonsending) func awaited<T: Tag>(_ tag: T.Type) async throws(ImposeError) -> any AnyProduct {
            try await injectAsync(of: Product<T>.self)
        }
        return try await awaited(tags[node])
    }

    /// Imposes the nodes whose providers are asynchronous.
    func imposeAwaited() {
        for node in graph.nodes.indices where graph.nodes[node].isAsynchronous { imposeAwaited(tags[node]) }
    }

    private func imposeAwaited<T: Tag>(_ tag: T.Type) {
        let parameters = parameters(of: T.number)
        switch parameters.count {
        case 0: imposePlainAwaited(tag)
        case 1: imposeAwaited(tag, parameters[0])
        default: imposeAwaited(tag, parameters[0], parameters[1])
        }
    }

    private func imposePlainAwaited<T: Tag>(_ tag: T.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch graph.nodes[T.number].home {
        case .nowhere:
            Imposer.impose(for: type, option: option) { () async throws in try await self.make(awaiting: tag, []) }
        case .mainActor:
            Imposer.impose(for: type, option: option) { @MainActor () async throws in
                MainActor.assertIsolated()
                return try await self.make(awaiting: tag, [])
            }
        case .ownActor:
            Imposer.impose(for: type, option: option) { @OwnActor () async throws in
                OwnActor.shared.assertIsolated()
                return try await self.make(awaiting: tag, [])
            }
        }
    }

    private func imposeAwaited<T: Tag, A: Tag>(_ tag: T.Type, _: A.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch graph.nodes[T.number].home {
        case .nowhere:
            Imposer.impose(for: type, option: option) { (a: Product<A>) async throws in
                try await self.make(awaiting: tag, [a])
            }
        case .mainActor:
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>) async throws in
                try await self.make(awaiting: tag, [a])
            }
        case .ownActor:
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>) async throws in
                try await self.make(awaiting: tag, [a])
            }
        }
    }

    private func imposeAwaited<T: Tag, A: Tag, B: Tag>(_ tag: T.Type, _: A.Type, _: B.Type) {
        let (type, option) = (Product<T>.self, option(of: T.number))
        switch graph.nodes[T.number].home {
        case .nowhere:
            Imposer.impose(for: type, option: option) { (a: Product<A>, b: Product<B>) async throws in
                try await self.make(awaiting: tag, [a, b])
            }
        case .mainActor:
            Imposer.impose(for: type, option: option) { @MainActor (a: Product<A>, b: Product<B>) async throws in
                try await self.make(awaiting: tag, [a, b])
            }
        case .ownActor:
            Imposer.impose(for: type, option: option) { @OwnActor (a: Product<A>, b: Product<B>) async throws in
                try await self.make(awaiting: tag, [a, b])
            }
        }
    }
}
