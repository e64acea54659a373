import ProgressCore
import ProgressStreams

/// Rules for every event.
extension SubscriptionRun {
    func read(_ event: StreamEvent, promise: UInt64) {
        eventCount += 1
        switch event {
        case .removed(let id, _): record("  removed \(id.low), promise \(promise)")
        case .unknown, .reset, .synced, .end: record("  \(event.kind), promise \(promise)")
        case .node(let kind, let snapshot):
            record("  \(kind) \(snapshot.id.low) v\(snapshot.version), promise \(promise)")
        }
        if fault != nil { return }
        fault = reader.read(event)
        if fault == nil, case .node(let kind, let snapshot) = event, let parent = snapshot.parentID,
            kind == .child || (subscription.selection.includesDescendants && isSelected(parent)),
            reader.nodes[parent] == nil
        {
            fault = "\(kind) of \(snapshot.id) before its parent was introduced"
        }
        if eventCount % 4 == 0 { check(promise: promise) }
        fault = fault.map { "\($0), at \(event) that promises \(promise)" }
    }

    /// Checks that all selected changes up to `promise` were shown, and that no node removed by then is still held.
    func check(promise: UInt64) {
        if fault != nil { return }
        for (id, since) in selectedSince {
            guard let node = forest.nodes[id], max(node.stamp, since) <= promise else { continue }
            if (reader.nodes[id]?.stamp ?? 0) < node.stamp { fault = "\(id) is not shown as of \(node.stamp)" }
        }
        for id in reader.nodes.keys {
            if let stamp = forest.removals[id], stamp <= promise { fault = "\(id), gone since \(stamp), is still held" }
        }
    }

    /// Checks `synced`: the reader holds everything that was selected when its stream began or started over.
    func hearSynced() {
        guard subscription.nextSynced() != nil else { return }
        syncedCount += 1
        for (id, since) in selectedSince where since <= openedAt && reader.nodes[id] == nil && fault == nil {
            fault = "synced before \(id) was introduced"
        }
    }
}
