import ProgressClient

/// The events of a selection, from a stream; if the service has no room for one, from reads every two seconds.
struct WatchedEvents: AsyncSequence, Sendable {
    typealias Element = ProgressEvent
    typealias Failure = ServiceError

    private var stream: ProgressEvents
    private let looks: PolledEvents

    init(_ stream: ProgressEvents, _ selection: EventSelection, _ service: ProgressService) {
        self.stream = stream
        self.stream.endsWhenRefused = true
        looks = PolledEvents(service, selection, onInterruption: stream.onInterruption)
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: stream.makeAsyncIterator(), looks: looks) }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var stream: ProgressEvents.AsyncIterator
        fileprivate var looks: PolledEvents
        private var isRefused = false
        private var hasTold = false

        fileprivate init(stream: ProgressEvents.AsyncIterator, looks: PolledEvents) {
            self.stream = stream
            self.looks = looks
        }

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ServiceError) -> ProgressEvent? {
            try await advance()
        }

        mutating func next() async throws(ServiceError) -> ProgressEvent? { try await advance() }

        private mutating func advance() async throws(ServiceError) -> ProgressEvent? {
            if isRefused { return try await looks.next() }
            do throws(ServiceError) {
                let event = try await stream.next()
                hasTold = true
                return event
            } catch {
                guard error.refusesToWait else { throw error }
                isRefused = true
            }
            if hasTold { return .reset }
            return try await looks.next()
        }
    }
}
