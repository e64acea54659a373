#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The state of one reader of a stream, over all of its connections.
final class EventFeed {
    private let service: ProgressService
    private let selection: EventSelection
    private let onInterruption: (@Sendable (ServiceError) -> Void)?
    private let endsWhenRefused: Bool
    private var parser: EventParser
    private var reader = EventReader()
    private var frames: ArraySlice<EventParser.Frame> = []
    private var connection: EventConnection?
    private var hasConnected = false
    private var hasEnded = false
    /// The id of the event that was returned last.
    private(set) var lastEventID: String?

    /// - Parameters:
    ///   - lastEventID: the last event of an earlier reading, to continue it.
    ///   - endsWhenRefused: whether to end if the service has no room for the stream, even after it was open before.
    init(
        service: ProgressService,
        selection: EventSelection,
        after lastEventID: String? = nil,
        endsWhenRefused: Bool = false,
        onInterruption: (@Sendable (ServiceError) -> Void)? = nil
    ) {
        self.service = service
        self.selection = selection
        self.onInterruption = onInterruption
        self.endsWhenRefused = endsWhenRefused
        self.lastEventID = lastEventID
        parser = EventParser(after: lastEventID)
    }

    /// Returns the next event; nil after the end, and after an error.
    func next() async throws(ServiceError) -> ProgressEvent? {
        do {
            return try await nextEvent()
        } catch {
            hasEnded = true
            connection = nil
            throw error
        }
    }

    private func nextEvent() async throws(ServiceError) -> ProgressEvent? {
        while !hasEnded {
            while let frame = frames.popFirst() {
                if frame.event == "end" {
                    hasEnded = true
                    connection = nil
                    return nil
                }
                guard let event = try reader.event(of: frame) else { continue }
                lastEventID = frame.lastEventID ?? lastEventID
                return event
            }
            try await receive()
        }
        return nil
    }

    /// Gets more frames, over a new connection if there is none.
    private func receive() async throws(ServiceError) {
        let connection = connection ?? connect()
        self.connection = connection
        do {
            guard let bytes = try await next(from: connection) else {
                return try await endConnection(connection)
            }
            try check(connection, bytes)
            hasConnected = true
            reader.clockLead = connection.clockLead
            frames += parser.take(bytes)
        } catch {
            self.connection = nil
            try await recover(from: error)
        }
    }

    private func next(from connection: EventConnection) async throws(ServiceError) -> [UInt8]? {
        let result: Result<[UInt8]?, ServiceError> = await withTaskCancellationHandler {
            do throws(ServiceError) { return .success(try await connection.next()) } catch { return .failure(error) }
        } onCancel: {
            connection.cancel()
        }
        return try result.get()
    }

    private func connect() -> EventConnection {
        parser.restart()
        var headers = [(name: "Accept", value: "text/event-stream")]
        if let id = parser.lastEventID { headers.append(("Last-Event-ID", id)) }
        // The service sends something every 15 seconds, unless it is set otherwise.
        return EventConnection(
            service.request(
                "GET",
                "/v1/events",
                query: selection.query,
                headers: headers,
                timeout: nil,
                silence: .seconds(90)
            )
        )
    }

    /// Handles a reply that ended without `end`: the service is stopping, or has nothing more to send (204).
    private func endConnection(_ connection: EventConnection) async throws(ServiceError) {
        self.connection = nil
        if connection.status == 204 { return hasEnded = true }
        try check(connection, [])
        hasConnected = hasConnected || connection.isStream
        try await recover(from: .unreachable("the stream ended"))
    }

    private func check(_ connection: EventConnection, _ bytes: [UInt8]) throws(ServiceError) {
        guard let status = connection.status, !connection.isStream else { return }
        if status == 200 { throw .unreadable("it is no stream of events") }
        throw ServiceError(ServiceReply(status: status, body: Data(bytes)))
    }

    /// Waits for the next attempt, or throws an error that no attempt would mend.
    private func recover(from error: ServiceError) async throws(ServiceError) {
        switch error {
        case .problem(let problem) where problem.status < 500 && problem.status != 429: throw error
        case .problem where endsWhenRefused && error.refusesToWait: throw error
        case .cancelled, .invalidSetting, .unreadable: throw error
        default: break
        }
        guard hasConnected else { throw error }
        onInterruption?(error)
        do {
            try await Task.sleep(for: .milliseconds(parser.retry ?? 2_000))
        } catch {
            throw .cancelled
        }
    }
}
