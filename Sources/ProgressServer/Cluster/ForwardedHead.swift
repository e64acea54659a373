import MicroHTTPD
import Platform
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Makes the heads of the requests that go to one writer.
struct ForwardedHead {
    let writer: WriterPlace
    private let proxies: TrustedProxies
    /// The line that proves to the writer that a replica sends the request, or that marks a request to a peer.
    private let key: [UInt8]
    /// The line that states the permissions of the request's token, with the proof that a replica says so. Replicas of
    /// versions before 0.3 pass on what a client sends under this name, so the first proof is not enough.
    private let permits: [(standing: TokenStanding, line: [UInt8])]
    /// For a request without a `Host`, as HTTP/1.0 allows.
    private let host: [UInt8]

    /// Most heads fit. Above a thousand, glibc tidies its free memory before it allocates.
    private static let usualByteCount = 896
    private static let colon = Array(": ".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    private static let version = Array(" HTTP/1.1\r\n".utf8)
    private static let chainName = Array("X-Forwarded-For: ".utf8)
    private static let lengthName = Array("Content-Length: ".utf8)

    init(to writer: WriterPlace, _ proxies: TrustedProxies) {
        self.writer = writer
        self.proxies = proxies
        host = Array("Host: \(writer.address)\r\n".utf8)
        let digits = Array("0123456789abcdef".utf8)
        let key = writer.key.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        self.key = Array("Progress-Forwarded: ".utf8) + key + Self.lineEnd
        permits = TokenStanding.allCases.map { standing in
            (standing, Array("Progress-Permit: ".utf8) + key + Array(" \(standing.name)\r\n".utf8))
        }
    }

    /// For requests from a replica that another one than the writer may answer.
    init(asking peer: String, _ proxies: TrustedProxies) {
        writer = WriterPlace(address: peer, key: [], term: 0)
        self.proxies = proxies
        host = Array("Host: \(peer)\r\n".utf8)
        key = Array("Progress-Asked: 1\r\n".utf8)
        permits = []
    }

    /// The head as it came, except the fields about the client's connection; with the client's address at the end of
    /// `X-Forwarded-For`, and the key. `X-Forwarded-User` is left out unless its sender is trusted.
    /// - Parameter standing: of the right that the request brings, if this replica knows it.
    func bytes(for exchange: Exchange, _ wait: ForwardedWait, as standing: TokenStanding?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualByteCount)
        let method = exchange.method.name
        bytes.append(contentsOf: UnsafeBufferPointer(start: method.utf8Start, count: method.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: exchange.target)
        bytes.append(contentsOf: Self.version)
        if exchange.header("host") == nil { bytes.append(contentsOf: host) }
        var chain: [UInt8] = []
        exchange.endToEndHeaders { field in
            if field.isNamed("x-forwarded-for") {
                chain.append(contentsOf: field.trimmedValue)
                chain.append(contentsOf: ", ".utf8)
            } else if !isOurs(field), !isUntrusted(field, exchange), !wait.isOver || !field.isNamed("prefer") {
                bytes.append(contentsOf: field.name)
                bytes.append(contentsOf: Self.colon)
                bytes.append(contentsOf: field.trimmedValue)
                bytes.append(contentsOf: Self.lineEnd)
            }
        }
        if let lines = wait.preferences {
            bytes.append(contentsOf: UnsafeBufferPointer(start: lines.utf8Start, count: lines.utf8CodeUnitCount))
        }
        bytes.append(contentsOf: Self.chainName)
        bytes.append(contentsOf: chain)
        exchange.peerAddress.append(to: &bytes)
        bytes.append(contentsOf: Self.lineEnd)
        bytes.append(contentsOf: key)
        if let permit = permits.first(where: { $0.standing == standing }) { bytes.append(contentsOf: permit.line) }
        appendLength(exchange, to: &bytes)
        bytes.append(contentsOf: Self.lineEnd)
        return bytes
    }

    private func isOurs(_ field: HeaderField) -> Bool {
        field.isNamed("progress-forwarded") || field.isNamed("progress-permit") || field.isNamed("progress-asked")
    }

    private func isUntrusted(_ field: HeaderField, _ exchange: Exchange) -> Bool {
        field.isNamed("x-forwarded-user") && !proxies.trustsPeer(of: exchange)
    }

    private func appendLength(_ exchange: Exchange, to bytes: inout [UInt8]) {
        if exchange.body.isEmpty && !exchange.method.isWrite { return }
        bytes.append(contentsOf: Self.lengthName)
        bytes.append(contentsOf: String(exchange.body.count).utf8)
        bytes.append(contentsOf: Self.lineEnd)
    }
}

/// Whether the writer lets the client of a forwarded request wait for a change.
enum ForwardedWait {
    /// The client does not ask for that.
    case none
    case allowed
    /// It has waited: the reply comes at once, whatever its head says. `preferences` takes the place of its `Prefer`.
    case over(preferences: StaticString)

    init(_ head: CallHead?, _ exchange: Exchange) { self = head?.mayWait(exchange) == true ? .allowed : .none }

    var isAllowed: Bool { if case .allowed = self { true } else { false } }
    var isOver: Bool { preferences != nil }

    var preferences: StaticString? {
        if case .over(let preferences) = self { preferences } else { nil }
    }
}

/// The key of an office, as `Progress-Forwarded` carries it.
enum ForwardingKey {
    /// Whether `text` is `key` in hexadecimal. Its time depends on the lengths alone.
    static func matches(_ text: UnsafeBufferPointer<UInt8>, _ key: [UInt8]) -> Bool {
        guard !key.isEmpty, text.count == 2 * key.count else { return false }
        var difference: UInt8 = 0
        for index in key.indices {
            difference |= text[2 * index] ^ digit(key[index] >> 4)
            difference |= text[2 * index + 1] ^ digit(key[index] & 15)
        }
        return difference == 0
    }

    /// Without a branch and without a table.
    private static func digit(_ nibble: UInt8) -> UInt8 {
        let isLetter: UInt8 = (9 &- nibble) >> 7
        return nibble &+ 0x30 &+ isLetter &* 0x27
    }
}
