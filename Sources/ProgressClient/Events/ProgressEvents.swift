/// The events of a stream, which is read on demand.
///
/// A connection that breaks is made again after the time that the service has asked for, and continues where it was.
/// The sequence ends when everything that was selected has ended.
public struct ProgressEvents: AsyncSequence, Sendable {
    public typealias Element = ProgressEvent
    public typealias Failure = ServiceError

    let service: ProgressService
    let selection: EventSelection
    /// The last event of an earlier reading, to continue it.
    package var lastEventID: String?
    /// Whether to throw if the service has no room for the stream, even after it was open before.
    package var endsWhenRefused = false
    /// Called each time that the connection has broken, before it is made again.
    package var onInterruption: (@Sendable (ServiceError) -> Void)?

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            feed: EventFeed(
                service: service,
                selection: selection,
                after: lastEventID,
                endsWhenRefused: endsWhenRefused,
                onInterruption: onInterruption
            )
        )
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let feed: EventFeed

        /// The id of the event that was returned last, or of the earlier reading; nil if there was none.
        package var lastEventID: String? { feed.lastEventID }

        /// - Throws: the failure of the first connection; later ones are tried until they succeed. At any time, a
        ///   problem of status 400 to 499 (no such progress, no right), and `.cancelled` when the task is.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ServiceError) -> ProgressEvent? {
            try await feed.next()
        }

        public mutating func next() async throws(ServiceError) -> ProgressEvent? {
            try await feed.next()
        }
    }
}

extension ProgressService {
    /// The events of all selected progresses from now on, snapshots first.
    public func events(of selection: EventSelection) -> ProgressEvents {
        ProgressEvents(service: self, selection: selection)
    }

    /// The events of one progress, by id or name, from now on, snapshots first.
    public func events(of reference: String, descendants: Bool = false) -> ProgressEvents {
        events(of: EventSelection(references: [reference], descendants: descendants))
    }

    /// The whole state of one progress, by id or name, each time it changes, until its end.
    public func snapshots(of reference: String) -> AsyncCompactMapSequence<ProgressEvents, ProgressSnapshot> {
        events(of: reference).compactMap(\.snapshot)
    }
}
