internal import CMicroHTTPD
internal import Glibc

/// A status, headers and a body; owns one `MHD_Response`.
///
/// May be kept and given as a reply many times, by one reactor.
package final class Response {
    package let status: Int
    let pointer: OpaquePointer
    /// The body as given, for the one answer that libmicrohttpd does not send (408).
    private let body: [UInt8]

    /// The connection ends after this response. Once true it stays so, also for later uses of the same response.
    package var closesConnection: Bool {
        get { hasCloseHeader }
        set {
            guard newValue, !hasCloseHeader else { return }
            hasCloseHeader = true
            addHeader("Connection", "close")
        }
    }

    private var hasCloseHeader = false

    /// libmicrohttpd copies the body.
    package init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = body
        pointer = body.withUnsafeBytes { Self.make($0, .RESPMEM_MUST_COPY) }
    }

    /// libmicrohttpd copies the body.
    package init(status: Int, body: UnsafeRawBufferPointer) {
        self.status = status
        self.body = []
        pointer = Self.make(body, .RESPMEM_MUST_COPY)
    }

    private init(status: Int, persistent bytes: UnsafeRawBufferPointer) {
        self.status = status
        body = []
        pointer = Self.make(bytes, .RESPMEM_PERSISTENT)
    }

    /// The head of a stream; `pending` lives as long as libmicrohttpd needs it.
    init(stream pending: PendingStream) {
        status = 200
        body = []
        let context = Unmanaged.passRetained(pending).toOpaque()
        guard
            let made = MHD_create_response_from_callback(
                cmicrohttpd_size_unknown,
                128,
                takeOverReader,
                context,
                releasePendingStream
            )
        else { preconditionFailure("no memory for a response") }
        pointer = made
    }

    deinit { MHD_destroy_response(pointer) }

    /// A body that is never copied; `bytes` must live for ever.
    package static func immutable(status: Int = 200, bytes: UnsafeRawPointer, count: Int) -> Response {
        Response(status: status, persistent: UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private static func make(_ bytes: UnsafeRawBufferPointer, _ mode: MHD_ResponseMemoryMode) -> OpaquePointer {
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1))
        guard let made = MHD_create_response_from_buffer(bytes.count, bytes.isEmpty ? nil : start, mode) else {
            preconditionFailure("no memory for a response")
        }
        return made
    }

    package func addHeader(_ name: StaticString, _ value: StaticString) {
        let added = name.withCharacters { name in
            value.withCharacters { MHD_add_response_header(pointer, name, $0) }
        }
        precondition(added == .YES, "libmicrohttpd does not take this header")
    }

    /// - Returns: false, and nothing is added, if the value holds a control character or is too much for memory.
    @discardableResult
    package func addHeader(_ name: StaticString, _ value: [UInt8]) -> Bool {
        guard value.withUnsafeBufferPointer({ VisibleText.contains(only: $0, from: 0x20) }) else { return false }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: value.count + 1) { text in
            value.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
            text[value.count] = 0
            return name.withCharacters { MHD_add_response_header(pointer, $0, text.baseAddress) } == .YES
        }
    }

    /// Status line, headers and body as bytes, for sending past libmicrohttpd.
    func serialized(reason: StaticString) -> [UInt8] {
        closesConnection = true
        var bytes = Array("HTTP/1.1 \(status) \(reason)\r\n".utf8)
        _ = withUnsafeMutablePointer(to: &bytes) { MHD_get_response_headers(pointer, appendHeaderLine, $0) }
        bytes.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
        bytes.append(contentsOf: body)
        return bytes
    }
}

extension StaticString {
    /// The characters as a C string; literals end with NUL.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        body(UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self))
    }
}
