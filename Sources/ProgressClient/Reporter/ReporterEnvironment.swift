/// The outside world of a reporter. Tests use another one, with their own clock.
package struct ReporterEnvironment: Sendable {
    package typealias Instant = ContinuousClock.Instant

    package var now: @Sendable () -> Instant
    package var wake: @Sendable (_ at: Instant, _ ring: @escaping @Sendable () -> Void) -> Void
    package var send:
        @Sendable (ServiceRequest, _ end: @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void) -> Void
    /// Prints one line on standard error.
    package var warn: @Sendable (String) -> Void

    /// The clock, the thread that transfers, and standard error.
    package static let live = ReporterEnvironment(
        now: { .now },
        wake: { Transfers.shared.wake(at: $0, $1) },
        send: { request, end in
            var request = request
            // A longer reply is not the service's, and must not fill the work's memory.
            request.longestReply = 8 << 20
            Transfers.shared.start(request, TransferReceiver(end: end))
        },
        warn: { StandardError.say($0) }
    )

    package init(
        now: @escaping @Sendable () -> Instant,
        wake: @escaping @Sendable (Instant, @escaping @Sendable () -> Void) -> Void,
        send:
            @escaping @Sendable (ServiceRequest, @escaping @Sendable (Result<ServiceReply, ServiceError>) -> Void) ->
            Void,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.now = now
        self.wake = wake
        self.send = send
        self.warn = warn
    }
}
