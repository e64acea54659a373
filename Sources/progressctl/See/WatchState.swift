import ProgressClient
import ProgressTerminal
import Synchronization

/// The state of a stream so far: one task writes it, another draws it.
final class WatchState: Sendable {
    /// The input of a picture.
    struct Content {
        fileprivate(set) var copy = TreeCopy<ProgressSnapshot>()
        fileprivate(set) var outcome: WatchOutcome
        /// The error that ended the stream; nil before the end, and at a regular one.
        fileprivate(set) var error: ServiceError?
        fileprivate(set) var hasEnded = false
        /// Whether the stream has sent everything that existed when it began.
        fileprivate(set) var isSynced = false
        /// A number that grows with each event.
        fileprivate(set) var version = 0

        /// The snapshots in the order of the tree.
        var snapshots: [ProgressSnapshot] {
            var snapshots: [ProgressSnapshot] = []
            snapshots.reserveCapacity(copy.count)
            copy.walk { snapshot, _ in snapshots.append(snapshot) }
            return snapshots
        }

        /// The lines of `snapshots`, in the same order.
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
