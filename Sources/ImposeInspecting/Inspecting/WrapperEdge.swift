internal import Impose

/// An edge from a stored wrapper of the program to the registrations of a survey that would answer it.
///
/// Neither name nor rule nor imposer can be read from a declaration. So the edge leads to the registration that answers
/// the type alone in the imposer that is asked, or if none does, to every one that would answer under some name.
struct WrapperEdge {
    let wrapper: StoredWrapper
    /// The requested type, and the name of the registration that it leads to.
    let key: RegistrationKey
    let fate: DependencySurvey.Fate
    /// The indexes of the expected values that answer it, if nothing else does.
    let expectationIndexes: [Int]

    /// The edges of all wrappers whose type is known, by the modules and the names of their owners. A wrapper that is
    /// answered elsewhere, in an imposer that is not looked at, has no edge.
    ///
    /// - Parameters:
    ///   - survey: The registrations. Others that wrappers lead to are added.
    ///   - asked: The imposer that they inject from.
    ///   - directory: The directory whose other imposers may answer, too.
    static func all(
        _ survey: inout DependencySurvey,
        askedOf asked: NodeFacts,
        in directory: DirectoryMember
    ) -> [WrapperEdge] {
        var elsewhere = ImposedAnywhere(in: directory)
        let wrappers = StoredWrapper.all.enumerated().sorted { one, other in
            (one.element.module ?? "", one.element.ownerName, one.offset)
                < (other.element.module ?? "", other.element.ownerName, other.offset)
        }
        let edges = wrappers.flatMap { Self.edges(of: $0.element, &survey, asked, &elsewhere) }
        survey.addAllEdges()
        return edges
    }

    private static func edges(
        of wrapper: StoredWrapper,
        _ survey: inout DependencySurvey,
        _ asked: NodeFacts,
        _ elsewhere: inout ImposedAnywhere
    ) -> [WrapperEdge] {
        guard let type = wrapper.wrapper?.dependency else { return [] }
        func edge(_ fate: DependencySurvey.Fate, _ expected: [Int] = [], named name: InjectionName? = nil) -> Self {
            let key = RegistrationKey(type: type, name: name)
            return Self(wrapper: wrapper, key: key, fate: fate, expectationIndexes: expected)
        }
        let origin = Origin(imposer: asked, scope: nil)
        if wrapper.isForAll { return survey.fates(ofAllFor: type, from: origin).map { edge($0) } }
        let answer = survey.answer(to: Query(type), from: origin)
        switch answer.fate {
        case .chosen, .ambiguous, .argument: return [edge(answer.fate)]
        case .missing, .absent: break
        }
        if !answer.expectationIndexes.isEmpty { return [edge(answer.fate, answer.expectationIndexes)] }
        let distances = Seam.distances(to: Query(type))
        let named = survey.nodes.enumerated().compactMap { index, node in
            distances(node.record.type).map { distance in
                edge(.chosen(index, distance: distance), named: node.record.key.name)
            }
        }
        if !named.isEmpty { return named }
        if elsewhere.answers(type) { return [] }
        return [edge(wrapper.requiredDependency == nil ? .absent : .missing)]
    }
}
