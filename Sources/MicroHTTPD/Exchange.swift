internal import CMicroHTTPD
internal import Glibc

/// One request and what becomes of it. Each connection has one, used again for its next request.
///
/// Valid from `admit` to `completed`; pointers into it likewise. On the reactor's thread only.
package final class Exchange {
    enum Stage { case idle, head, body, parked, answered }

    /// 1. A connection owns its exchange; from here it is touched only between `begin` and `reset`, while it lives.
    unowned(unsafe) let connection: Connection
    var stage = Stage.idle
    var wasAdmitted = false
    private(set) var fields: [HeaderField] = []
    /// Bit n: some field's name has n bytes (63: or more). Most headers that are asked for are not there, and nearly
    /// always this says so.
    private var nameLengths: UInt64 = 0
    var framing = BodyFraming.none
    var bodyLimit = 0
    var bodyIsTooLarge = false
    var discardedByteCount = 0
    private var targetBuffer = ByteBuffer()
    private var bodyBuffer = ByteBuffer()
    private var reply: Response?
    private var queryStart: Int?
    /// Where libmicrohttpd has the target; compared with, never read, after the request line.
    private(set) var targetAddress: UnsafePointer<CChar>?

    package internal(set) var method = Method.other
    package internal(set) var isHTTP11 = false
    /// The exchange was parked and goes on now.
    package internal(set) var isResumed = false
    /// The application's own; dropped after `completed`.
    package var context: AnyObject?

    package let peerAddress: PeerAddress

    init(_ connection: Connection) {
        self.connection = connection
        peerAddress = connection.peerAddress
    }

    /// The request target as sent, not percent-decoded.
    package var target: UnsafeBufferPointer<UInt8> {
        targetBuffer.bytes.assumingMemoryBound(to: UInt8.self)
    }

    /// What stands before `?`.
    package var path: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: target[..<(queryStart.map { $0 - 1 } ?? target.count)])
    }

    /// What stands after the first `?`; nil if there is none.
    package var query: UnsafeBufferPointer<UInt8>? {
        queryStart.map { UnsafeBufferPointer(rebasing: target[$0...]) }
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
        connection.reactor.resume(self)
    }

    func begin(target: UnsafePointer<CChar>?) {
        stage = .head
        targetAddress = target
        guard let target else { return }
        let count = strlen(target)
        _ = targetBuffer.append(UnsafeRawBufferPointer(start: target, count: count))
        if let mark = memchr(target, Int32(UInt8(ascii: "?")), count) {
            queryStart = UnsafeRawPointer(mark) - UnsafeRawPointer(target) + 1
        }
    }

    func collectFields() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        MHD_get_connection_values_n(connection.handle, .HEADER_KIND, collectField, context)
    }

    func add(_ field: HeaderField) {
        fields.append(field)
        nameLengths |= 1 << UInt64(min(field.name.count, 63))
    }

    func reserveBody(_ count: Int) { bodyBuffer.reserve(count) }

    func appendBody(_ piece: UnsafeRawBufferPointer) -> Bool { bodyBuffer.append(piece) }

    func answer(with response: Response) {
        response.beginUse()
        reply = response
    }

    /// Back to how it was before the request.
    func reset() {
        stage = .idle
        wasAdmitted = false
        fields.removeAll(keepingCapacity: true)
        nameLengths = 0
        framing = .none
        bodyIsTooLarge = false
        targetBuffer.removeAll()
        bodyBuffer.removeAll()
        queryStart = nil
        targetAddress = nil
        method = .other
        isHTTP11 = false
        isResumed = false
        context = nil
        reply?.endUse()
        reply = nil
    }
}
