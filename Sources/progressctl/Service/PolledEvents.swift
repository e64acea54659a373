import ProgressClient

/// The events of a selection, derived from repeated plain reads.
struct PolledEvents: Sendable {
    private let service: ProgressService
    private let selection: EventSelection
    private let onInterruption: (@Sendable (ServiceError) -> Void)?
    /// The references; ids after the first look, since a stream keeps to the progresses that the names meant at first.
    private var references: [String]
    /// The snapshots of the last look, by id.
    private var told: [String: ProgressSnapshot] = [:]
    private var events: ArraySlice<ProgressEvent> = []
    private var hasLooked = false
    private var isOver = false

    private static let interval = Duration.seconds(2)

    init(
        _ service: ProgressService,
        _ selection: EventSelection,
        onInterruption: (@Sendable (ServiceError) -> Void)?
    ) {
        self.service = service
        self.selection = selection
        self.onInterruption = onInterruption
        references = selection.references
    }

    /// The next event; nil once everything that was named has ended, or is gone.
    mutating func next() async throws(ServiceError) -> ProgressEvent? {
        while true {
            if let event = events.popFirst() { return event }
            if isOver { return nil }
            if hasLooked { try await pause() }
            do {
                try await look()
            } catch {
                guard hasLooked, error.isOutage else { throw error }
                onInterruption?(error)
            }
        }
    }

    private func pause() async throws(ServiceError) {
        do { try await Task.sleep(for: Self.interval) } catch { throw .cancelled }
    }

    private mutating func look() async throws(ServiceError) {
        let found = try await selection.references.isEmpty ? roots() : named()
        var nodes: [String: ProgressSnapshot] = [:]
        for snapshot in found {
            nodes[snapshot.id] = snapshot
            if let event = event(snapshot) { events.append(event) }
        }
        for id in told.keys where nodes[id] == nil {
            // Its removal is implied by its parent's.
            if let parent = told[id]?.parentID, told[parent] != nil, nodes[parent] == nil { continue }
            events.append(.removed(id: id, reason: nil))
        }
        told = nodes
        if !hasLooked { events.append(.synced) }
        hasLooked = true
        isOver = !selection.references.isEmpty && nodes.values.allSatisfy(\.state.hasEnded)
    }

    /// The event for a snapshot; nil if nothing is new.
    private func event(_ snapshot: ProgressSnapshot) -> ProgressEvent? {
        guard let last = told[snapshot.id] else { return .snapshot(snapshot) }
        if last.state != snapshot.state { return .state(snapshot, reason: nil) }
        return last.version == snapshot.version ? nil : .progress(snapshot)
    }

    /// - Throws: also if one is unknown at the first look; later it counts as gone.
    private mutating func named() async throws(ServiceError) -> [ProgressSnapshot] {
        var found: [ProgressSnapshot] = []
        var ids: [String] = []
        for reference in references {
            do {
                found += try await subtree(of: reference, &ids)
            } catch {
                guard hasLooked, case .problem(let problem) = error, problem.status == 404 else { throw error }
            }
        }
        references = ids
        return found
    }

    private func subtree(of reference: String, _ ids: inout [String]) async throws(ServiceError) -> [ProgressSnapshot] {
        let descendants = selection.descendants
        let top = try await descendants ? service.tree(of: reference) : service.progress(reference)
        ids.append(top.id)
        return Self.flat(top)
    }

    private func roots() async throws(ServiceError) -> [ProgressSnapshot] {
        var query = RootQuery(limit: 500)
        query.labels = selection.labels
        var found: [ProgressSnapshot] = []
        repeat {
            let page = try await service.roots(query)
            for root in page.items {
                guard selection.descendants, root.childCount > 0 else {
                    found.append(root)
                    continue
                }
                do {
                    found += Self.flat(try await service.tree(of: root.id))
                } catch {
                    // It was removed in the meantime.
                    guard case .problem(let problem) = error, problem.status == 404 else { throw error }
                }
            }
            query.cursor = page.nextCursor
        } while query.cursor != nil
        return found
    }

    /// The nodes of a tree in its order, parents before their children.
    private static func flat(_ top: ProgressSnapshot) -> [ProgressSnapshot] {
        var found: [ProgressSnapshot] = []
        var waiting = [top]
        while var snapshot = waiting.popLast() {
            waiting += (snapshot.children ?? []).reversed()
            snapshot.children = nil
            found.append(snapshot)
        }
        return found
    }
}
