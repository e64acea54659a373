import ProgressClient
import ProgressTerminal
import Synchronization

/// What a stream has told so far: one task writes, another draws.
final class WatchState: Sendable {
    /// All that a picture needs.
    struct Content {
        fileprivate(set) var copy = TreeCopy<ProgressSnapshot>()
        fileprivate(set) var outcome: WatchOutcome
        /// Why nothing more comes; nil at the regular end too.
        fileprivate(set) var error: ServiceError?
        fileprivate(set) var hasEnded = false
        /// Whether everything that was there has been told.
        fileprivate(set) var isSynced = false
        /// Grows with each change.
        fileprivate(set) var version = 0

        /// In the order of the tree.
        var snapshots: [ProgressSnapshot] {
            var snapshots: [ProgressSnapshot] = []
            snapshots.reserveCapacity(copy.count)
            copy.walk { snapshot, _ in snapshots.append(snapshot) }
            return snapshots
        }

        /// Of the same, in the same order.
        var lines: [TextLine] {
            var lines: [TextLine] = []
            lines.reserveCapacity(copy.count)
            copy.walk { snapshot, depth in lines.append(TextLine(snapshot, depth: depth, number: lines.count)) }
            return lines
        }
    }

    private let state: Mutex<Content>

    init(_ outcome: WatchOutcome) { state = Mutex(Content(outcome: outcome)) }

    var content: Content { state.withLock { $0 } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Reads until the events end, with an error or without.
    func read(_ events: WatchedEvents, _ outage: OutageNotice) async {
        var failure: ServiceError?
        do throws(ServiceError) {
            var iterator = events.makeAsyncIterator()
            while let event = try await iterator.next() {
                outage.end()
                take(event)
            }
        } catch {
            failure = error
        }
        state.withLock {
            $0.error = failure
            $0.hasEnded = true
        }
    }

    private func take(_ event: ProgressEvent) {
        state.withLock { content in
            content.version += 1
            content.outcome.take(event)
            if let snapshot = event.snapshot {
                content.copy.insert(snapshot, id: snapshot.id, parent: snapshot.parentID)
                return
            }
            switch event {
            case .removed(let id, _): content.copy.remove(id)
            case .reset: content.copy.removeAll()
            case .synced: content.isSynced = true
            case .snapshot, .progress, .state, .child: break
            }
        }
    }
}
