internal import CMicroHTTPD
internal import Glibc
package import Platform

/// One request and what becomes of it. Each connection has one, used again for its next request.
///
/// Valid from `admit` to `completed`; pointers into it likewise. On the reactor's thread only.
package final class Exchange {
    enum Stage { case idle, head, body, parked, answered }

    /// 1. A connection owns its exchange; from here it is touched only between `begin` and `reset`, while it lives.
    unowned(unsafe) let connection: Connection
    var stage = Stage.idle
    var wasAdmitted = false
    /// Those of the last head, until another one comes; what is asked for goes through `nameLengths`.
    var fields: [HeaderField] = []
    /// Bit n: some field's name has n bytes (63: or more). Most headers that are asked for are not there, and nearly
    /// always this says so. Between requests nothing is there.
    var nameLengths: UInt64 = 0
    var head = HeadMemory()
    /// While a head is compared with the last one: how many of its fields were the same; `.max` after one was not.
    var recognizedFieldCount = 0
    var framing = BodyFraming.none
    var bodyLimit = 0
    /// It was answered in the middle of its body; the rest is thrown away.
    var isRefused = false
    /// That of the last request, until another one comes.
    var targetBuffer = ByteBuffer()
    var hasTarget = false
    var queryStart: Int?
    private var bodyBuffer = ByteBuffer()
    private var reply: Response?
    /// Where libmicrohttpd has the target; compared with, never read, after the request line.
    var targetAddress: UnsafePointer<CChar>?

    /// When the turn of the loop began in which the request was found whole, or refused; CLOCK_MONOTONIC nanoseconds.
    package internal(set) var arrivedAt: UInt64 = 0
    package internal(set) var method = Method.other
    package internal(set) var isHTTP11 = false
    /// The exchange was parked and goes on now.
    package internal(set) var isResumed = false
    /// Parked for work of the application's own.
    var isWorking = false
    /// Parked, and the poller does not look after the peer.
    var isUnwatched = false
    /// The application's own; dropped after `completed`.
    package var context: AnyObject?
    /// The head is, byte for byte, that of the connection's request before.
    package internal(set) var headIsRepeated = false
    /// The application's own, about nothing but the head: it is there for the next request if that has the same head.
    package var headNote: AnyObject?

    package let peerAddress: PeerAddress

    init(_ connection: Connection) {
        self.connection = connection
        peerAddress = connection.peerAddress
    }

    /// The request target as sent, not percent-decoded.
    package var target: UnsafeBufferPointer<UInt8> {
        guard hasTarget else { return UnsafeBufferPointer(start: nil, count: 0) }
        return targetBuffer.bytes.assumingMemoryBound(to: UInt8.self)
    }

    /// What stands before `?`.
    package var path: UnsafeBufferPointer<UInt8> {
        guard let queryStart, hasTarget else { return target }
        return UnsafeBufferPointer(rebasing: target[..<(queryStart - 1)])
    }

    /// What stands after the first `?`; nil if there is none.
    package var query: UnsafeBufferPointer<UInt8>? {
        guard let queryStart, hasTarget else { return nil }
        return UnsafeBufferPointer(rebasing: target[queryStart...])
    }

    package var body: UnsafeRawBufferPointer { bodyBuffer.bytes }

    /// The value of the first line of that name, without white space around it.
    package func header(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard mayHave(name) else { return nil }
        for field in fields where field.isNamed(name) { return field.trimmedValue }
        return nil
    }

    /// Every line of that name, in order.
    package func headerValues(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard mayHave(name) else { return }
        for field in fields where field.isNamed(name) { body(field.trimmedValue) }
    }

    private func mayHave(_ name: StaticString) -> Bool {
        nameLengths & 1 << UInt64(min(name.utf8CodeUnitCount, 63)) != 0
    }

    /// A parked exchange goes on: `respond(to:)` is called again in this turn or the next. Else, and
    /// after `completed`, without effect.
    package func resume() {
        guard stage == .parked else { return }
        connection.dispatcher.resume(self)
    }

    /// Work of the application's own continues until all is broken off.
    func resumeToStop(isBreakingOff: Bool) {
        if isBreakingOff || !isWorking { resume() }
    }

    func reserveBody(_ count: Int) { bodyBuffer.reserve(count) }

    func appendBody(_ piece: UnsafeRawBufferPointer) -> Bool { bodyBuffer.append(piece) }

    /// How much more of the memory that all bodies share it would hold.
    func bodyGrowth(appending count: Int) -> Int {
        bodyBuffer.largeCapacity(appending: count) - bodyBuffer.largeCapacity
    }

    /// - Returns: how much of the memory that all bodies share is free again.
    func dropBody() -> Int {
        let held = bodyBuffer.largeCapacity
        bodyBuffer.removeAll()
        return held
    }

    func answer(with response: Response) {
        response.beginUse()
        reply = response
    }

    /// Back to how it was before the request, but for what is remembered of the head.
    func reset() {
        stage = .idle
        wasAdmitted = false
        nameLengths = 0
        hasTarget = false
        headIsRepeated = false
        framing = .none
        isRefused = false
        bodyBuffer.removeAll()
        targetAddress = nil
        method = .other
        isHTTP11 = false
        isResumed = false
        isWorking = false
        context = nil
        reply?.endUse()
        reply = nil
    }
}
