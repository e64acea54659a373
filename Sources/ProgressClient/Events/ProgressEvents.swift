/// The events of a stream, for as long as somebody asks for the next.
///
/// A connection that breaks is made again after the time that the service named, and continues where it was. The
/// sequence ends when everything that was selected has ended.
public struct ProgressEvents: AsyncSequence, Sendable {
    public typealias Element = ProgressEvent
    public typealias Failure = ServiceError

    let service: ProgressService
    let selection: EventSelection
    /// Of an earlier reading, which continues.
    package var lastEventID: String?
    /// Whether the error that the service has no room for the stream is thrown also where one was lost.
    package var endsWhenRefused = false
    /// Called each time that the connection has broken, and is made again.
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

        /// Everything up to the event that was returned last was read. Nil: there was none.
        package var lastEventID: String? { feed.lastEventID }

        /// - Throws: what hindered the first connection; later ones are tried until they succeed. A problem of status
        ///   400 to 499 (no such progress, no right) at any time; `.cancelled` when the task is.
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
    /// What happens to one progress, or to all that is selected, from now on, snapshots first.
    public func events(of selection: EventSelection) -> ProgressEvents {
        ProgressEvents(service: self, selection: selection)
    }

    /// The same for one progress, by id or name.
    public func events(of reference: String, descendants: Bool = false) -> ProgressEvents {
        events(of: EventSelection(references: [reference], descendants: descendants))
    }

    /// The whole state of one progress, by id or name, each time it changes, until its end.
    public func snapshots(of reference: String) -> AsyncCompactMapSequence<ProgressEvents, ProgressSnapshot> {
        events(of: reference).compactMap(\.snapshot)
    }
}
