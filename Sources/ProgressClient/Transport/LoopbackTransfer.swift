import CLoopback

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A request to this machine, without libcurl: one connection, and the reply as far as it has come.
///
/// Used by the thread of `Transfers` only.
final class LoopbackTransfer {
    /// After which another address is tried, as by libcurl.
    private static let nextAddress = Duration.milliseconds(200)
    /// The most that is read at once, and how often before the others have their turn.
    private static let chunk = 65_536
    private static let readsInTurn = 16

    let target: LoopbackTarget
    private let request: ServiceRequest
    private let receiver: TransferReceiver
    private let message: [UInt8]
    private let startedAt: ContinuousClock.Instant
    private var untried: ArraySlice<String>
    private var connection: Connection?
    private var reader: ReplyReader
    private var head: (status: Int, headers: [String: String])?
    private var body = Data()
    private var isPaused = false
    /// An earlier connection took the request, or a part of it.
    private var mayBeHeard = false
    private var silentAt: ContinuousClock.Instant?

    init(
        to target: LoopbackTarget,
        _ request: ServiceRequest,
        _ receiver: TransferReceiver,
        at now: ContinuousClock.Instant
    ) {
        self.target = target
        self.request = request
        self.receiver = receiver
        message = Self.message(request, to: target)
        startedAt = now
        untried = target.hosts[...]
        reader = ReplyReader(to: request.method)
        silentAt = request.silence.map { now + $0 }
    }

    deinit { disconnect() }

    /// Uses a connection that had another request before.
    func adopt(_ descriptor: Int32) {
        connection = Connection(descriptor: descriptor, since: startedAt, isReused: true, isOpen: true)
    }

    /// The events to wait for; nil while the receiver takes nothing, and nothing is left to send.
    var interest: (descriptor: Int32, events: Int32)? {
        let events = (isSending ? POLLOUT : 0) | (isPaused ? 0 : POLLIN)
        guard let connection, events != 0 else { return nil }
        return (connection.descriptor, Int32(events))
    }

    /// When it has waited for too long.
    var deadline: ContinuousClock.Instant? {
        let limits = [request.timeout.map { startedAt + $0 }, connectDeadline, isPaused ? nil : silentAt]
        return limits.compactMap(\.self).min()
    }

    private var connectDeadline: ContinuousClock.Instant? {
        guard let connection, !connection.isOpen else { return nil }
        return connection.since + (untried.isEmpty ? ServiceRequest.longestConnect : Self.nextAddress)
    }

    /// Gives the receiver the bytes again that it refused.
    func resume(at now: ContinuousClock.Instant) {
        isPaused = false
        hear(at: now)
    }

    /// Sends and receives what can be at once. Returns true once the receiver has its result; after that, the connection
    /// can be taken.
    func advance(at now: ContinuousClock.Instant) -> Bool {
        while true {
            do throws(Failure) {
                if connection == nil { try connect(at: now) }
                try send()
                if try !receive(at: now) { return try isOver(at: now) }
                let (status, headers) = head ?? (0, [:])
                receiver.end(.success(ServiceReply(status: status, headers: headers, body: body)))
                return true
            } catch .tryAgain {
                startAgain()
            } catch {
                end(with: error.serviceError)
                return true
            }
        }
    }

    func end(with error: ServiceError) {
        disconnect()
        receiver.end(.failure(error))
    }

    /// The connection, if it can have another request.
    func takeConnection() -> Int32? {
        guard reader.staysOpen, connection?.sent == message.count else { return nil }
        return connection.take()?.descriptor
    }

    private struct Connection {
        let descriptor: Int32
        let since: ContinuousClock.Instant
        /// It had a request before, so the service may close it at this very moment.
        let isReused: Bool
        /// It has taken bytes.
        var isOpen = false
        var sent = 0
        var takesNoMore = false
    }

    private enum Failure: Error {
        case tryAgain
        case failed(ServiceError)

        var serviceError: ServiceError {
            switch self {
            case .tryAgain: .unreachable("the connection broke")
            case .failed(let error): error
            }
        }

        static func unreachable(_ text: String) -> Failure { .failed(.unreachable(text)) }
    }

    // The connection

    private func connect(at now: ContinuousClock.Instant) throws(Failure) {
        let descriptor = untried.popFirst().map { loopback_connect($0, target.port) } ?? -EADDRNOTAVAIL
        if descriptor < 0 { return try failToConnect(-descriptor) }
        connection = Connection(descriptor: descriptor, since: now, isReused: false)
    }

    /// Goes on to the next address of the host, if there is one.
    private func failToConnect(_ code: Int32) throws(Failure) {
        disconnect()
        if !untried.isEmpty { throw .tryAgain }
        // Callers read from "refused" that the request was not heard.
        if mayBeHeard { throw .unreachable("the connection broke, and cannot be made again") }
        throw .unreachable("Failed to connect to \(target.authority): \(Self.text(code))")
    }

    /// In English, whatever the language of the program.
    private static func text(_ code: Int32) -> String {
        code == ECONNREFUSED ? "Connection refused" : String(cString: strerror(code))
    }

    private func startAgain() {
        if let connection, connection.isReused {
            untried = target.hosts[...]
            mayBeHeard = connection.sent > 0
        }
        disconnect()
        reader = ReplyReader(to: request.method)
    }

    private func disconnect() {
        if let connection = connection.take() { close(connection.descriptor) }
    }

    // The request

    private var isSending: Bool {
        connection.map { $0.sent < message.count && !$0.takesNoMore } ?? false
    }

    private func send() throws(Failure) {
        while isSending, let connection {
            let count = message.withUnsafeBytes { bytes in
                let rest = bytes[connection.sent...]
                return loopback_send(
                    connection.descriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
            }
            if count == -Int(EAGAIN) { return }
            if count >= 0 {
                self.connection?.isOpen = true
                self.connection?.sent += count
            } else if connection.isOpen {
                // The service may have answered before it closed: the reply says more than this error.
                self.connection?.takesNoMore = true
            } else {
                try failToConnect(Int32(-count))
            }
        }
    }

    private static func message(_ request: ServiceRequest, to target: LoopbackTarget) -> [UInt8] {
        var head = "\(request.method) \(target.path) HTTP/1.1\r\nHost: \(target.authority)\r\n"
        if !request.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
            head += "User-Agent: progressd-swift\r\n"
        }
        for header in request.headers { head += "\(header.name): \(header.value)\r\n" }
        let hasNoBody = request.body == nil && ["GET", "HEAD"].contains(request.method)
        if !hasNoBody { head += "Content-Length: \(request.body?.count ?? 0)\r\n" }
        return Array((head + "\r\n").utf8) + (request.body ?? Data())
    }

    // The reply

    /// Returns true at the end of the reply.
    private func receive(at now: ContinuousClock.Instant) throws(Failure) -> Bool {
        for _ in 0..<Self.readsInTurn {
            guard !isPaused, let connection, connection.isOpen else { return false }
            if try deliver(at: now) { return true }
            if isPaused { return false }
            let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
                let count = loopback_receive(connection.descriptor, buffer.baseAddress, buffer.count)
                if count > 0 { reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                return count
            }
            if count == -Int(EAGAIN) { return false }
            if count <= 0 {
                if connection.isReused && !reader.hasBytes { throw .tryAgain }
                if count < 0 { throw .unreachable("the connection broke: \(Self.text(Int32(-count)))") }
                reader.close()
            }
        }
        return false
    }

    /// Gives the receiver what has come. Returns true at the end of the reply.
    private func deliver(at now: ContinuousClock.Instant) throws(Failure) -> Bool {
        while true {
            switch try nextPart() {
            case .nothing: return false
            case .end: return true
            case .head(let status, let headers):
                head = (status, headers)
                receiver.head?(status, headers)
            case .body(let bytes):
                hear(at: now)
                guard try take(bytes) else { return false }
                reader.pass(bytes.count)
            }
        }
    }

    private func nextPart() throws(Failure) -> ReplyReader.Part {
        do throws(ReplyFault) { return try reader.next() } catch { throw .unreachable(error.description) }
    }

    private func take(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Bool {
        if let receive = receiver.bytes {
            isPaused = !bytes.withUnsafeBytes { receive($0) }
            return !isPaused
        }
        if let longest = request.longestReply, body.count + bytes.count > longest {
            throw .unreachable("a reply of more than \(longest) bytes")
        }
        body.append(contentsOf: bytes)
        return true
    }

    // Time

    private func hear(at now: ContinuousClock.Instant) { silentAt = request.silence.map { now + $0 } }

    private func isOver(at now: ContinuousClock.Instant) throws(Failure) -> Bool {
        guard let deadline, deadline <= now else { return false }
        if let connectDeadline, connectDeadline <= now, !untried.isEmpty {
            disconnect()
            throw .tryAgain
        }
        if let timeout = request.timeout, startedAt + timeout <= now { throw .failed(.timedOut(timeout)) }
        if let connectDeadline, connectDeadline <= now { throw .failed(.timedOut(ServiceRequest.longestConnect)) }
        throw .failed(.silentStream)
    }
}
