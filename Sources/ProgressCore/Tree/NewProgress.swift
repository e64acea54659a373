/// A node that a create asks for; its id is drawn by the caller.
package struct NewProgress: Sendable {
    package var id: ProgressID
    package var counts = Counts(total: 0, completed: 0)
    /// Units of the parent; meaningless for the top of a create that makes a root.
    package var pendingUnitCount: Int64 = 0
    /// The parent's position in the same create, always before its children; -1 for the top.
    package var parentPosition = -1
    package var isCancellable = true
    package var isPausable = false
    package var removeWhenFinished = false
    /// Work on it has begun already.
    package var hasStarted = false
    /// It gets no default lease.
    package var declinesLease = false
    /// Made before the tree is entered, so that the tree stores a reference.
    package private(set) var box: DetailsBox?

    package var details: ProgressDetails? {
        get { box?.details }
        set { box = newValue.map { DetailsBox($0) } }
    }

    package init(id: ProgressID) { self.id = id }
}

extension NewProgress {
    /// Applies the members of a create.
    package mutating func apply(_ edits: [ProgressTree.Edit]) {
        var flags: Node.Flags = [.isCancellable]
        var details = ProgressDetails()
        for edit in edits {
            edit.apply(to: &counts, &flags, &details)
            if edit.isStart { hasStarted = true }
            if edit.isAboutLease { declinesLease = details.leaseSeconds == nil }
        }
        isCancellable = flags.contains(.isCancellable)
        isPausable = flags.contains(.isPausable)
        removeWhenFinished = flags.contains(.removesWhenFinished)
        // Most often it is right; the tree knows of earlier runs.
        if details.name != nil { details.run = RunPlace() }
        self.details = details == ProgressDetails() ? nil : details
    }
}
