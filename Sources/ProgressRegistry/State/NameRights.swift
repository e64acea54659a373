package import ProgressCore

/// What a caller may do about a name that another progress has.
package struct NameRights: Sendable {
    /// Where it may write, and so take a name over from what has ended.
    package let writing: NameReach
    /// Where it may read, and so learn who has a name.
    package let reading: NameReach

    /// Those of everybody, in a service without tokens.
    package static let everything = NameRights(writing: .everything, reading: .everything)

    private init(writing: NameReach, reading: NameReach) {
        self.writing = writing
        self.reading = reading
    }

    /// Those of a right in a service with tokens; nil: the caller has none.
    package init(_ permit: Permit?) {
        let reach = permit.map { $0.scope.map { .subtree($0) } ?? .everything } ?? NameReach.nothing
        let mayWrite = permit.map { $0.role >= .reporter } ?? false
        self.init(writing: mayWrite ? reach : .nothing, reading: reach)
    }

    /// Who has `name`, if the caller may read it. Inside the gate.
    package func holder(of name: String, in tree: borrowing ProgressTree) -> NameHolder? {
        guard let index = try? tree.find(name: name), tree.forest.reaches(index, reading) else { return nil }
        return NameHolder(id: tree.forest.id(of: index), state: tree.state(of: index))
    }
}

/// The progress that a name means.
package struct NameHolder: Equatable, Sendable {
    package let id: ProgressID
    package let state: ProgressState
}
