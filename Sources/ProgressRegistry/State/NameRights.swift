package import ProgressCore

/// A caller's rights concerning a name that another progress has.
package struct NameRights: Sendable {
    /// Where it may write, and so take a name over from a progress that has ended.
    package let writing: NameReach
    /// Where it may read, and so learn which progress has a name.
    package let reading: NameReach

    /// The rights of every caller, in a service without tokens.
    package static let everything = NameRights(writing: .everything, reading: .everything)

    private init(writing: NameReach, reading: NameReach) {
        self.writing = writing
        self.reading = reading
    }

    /// The rights of `permit` in a service with tokens; nil means no permit.
    package init(_ permit: Permit?) {
        let reach = permit.map { $0.scope.map { .subtree($0) } ?? .everything } ?? NameReach.nothing
        let mayWrite = permit.map { $0.role >= .reporter } ?? false
        self.init(writing: mayWrite ? reach : .nothing, reading: reach)
    }

    /// The holder of `name`, if the caller may read it. Inside the gate.
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
