internal import CMicroHTTPD
internal import Glibc

/// A status, headers and a body; owns one `MHD_Response`.
///
/// May be kept and given as a reply many times, by one reactor.
package final class Response {
    package let status: Int
    let pointer: OpaquePointer
    /// The body; libmicrohttpd frees it together with the response. Nil if it is made elsewhere.
    private let body: UnsafeMutableRawBufferPointer?
    /// Whether the body can be replaced by another of the same length, while the response is not in use.
    let isReusable: Bool
    /// Exchanges that it answers at the moment.
    private var useCount = 0
    private var variable: VariableHeader?
    private var another: VariableHeader?

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

    /// The body is copied.
    package convenience init(status: Int, body: [UInt8] = []) {
        let memory = body.withUnsafeBytes { Self.copy($0) }
        self.init(status: status, memory, isReusable: false)
    }

    /// The body is copied.
    /// - Parameter isReusable: whether the body may be replaced by another of the same length.
    package convenience init(status: Int, body: UnsafeRawBufferPointer, isReusable: Bool = false) {
        self.init(status: status, Self.copy(body), isReusable: isReusable)
    }

    private init(status: Int, _ memory: UnsafeMutableRawBufferPointer, isReusable: Bool) {
        self.status = status
        body = memory
        self.isReusable = isReusable
        guard let made = MHD_create_response_from_buffer(memory.count, memory.baseAddress, .RESPMEM_MUST_FREE) else {
            preconditionFailure("no memory for a response")
        }
        pointer = made
    }

    private static func copy(_ body: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
        guard let start = malloc(max(body.count, 1)) else { preconditionFailure("no memory for a response") }
        let memory = UnsafeMutableRawBufferPointer(start: start, count: body.count)
        memory.copyMemory(from: body)
        return memory
    }

    private init(status: Int, persistent bytes: UnsafeRawBufferPointer) {
        self.status = status
        body = nil
        isReusable = false
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        guard let made = MHD_create_response_from_buffer(bytes.count, start, .RESPMEM_PERSISTENT) else {
            preconditionFailure("no memory for a response")
        }
        pointer = made
    }

    /// The head of a stream; `pending` lives as long as libmicrohttpd needs it.
    /// - Parameter byteCount: nil if its end is not known.
    init(status: Int = 200, stream pending: PendingStream, byteCount: Int? = nil) {
        self.status = status
        body = nil
        isReusable = false
        // 1. The response owns this reference until libmicrohttpd destroys it and calls `releasePendingStream`, once.
        let context = Unmanaged.passRetained(pending).toOpaque()
        guard
            let made = MHD_create_response_from_callback(
                byteCount.map { UInt64($0) } ?? cmicrohttpd_size_unknown,
                128,
                takeOverReader,
                context,
                releasePendingStream
            )
        else { preconditionFailure("no memory for a response") }
        pointer = made
    }

    private static let pieceByteCount = 32 * 1024

    /// For one reply only: the body is made, or handed over, while it is sent.
    package init(status: Int, content: Content) {
        self.status = status
        body = nil
        isReusable = false
        // 1. The response owns this reference until libmicrohttpd destroys it and calls `releaseContent`, once.
        let context = Unmanaged.passRetained(content).toOpaque()
        guard
            let made = MHD_create_response_from_callback(
                content.byteCount.map { UInt64($0) } ?? cmicrohttpd_size_unknown,
                Self.pieceByteCount,
                contentReader,
                context,
                releaseContent
            )
        else { preconditionFailure("no memory for a response") }
        pointer = made
    }

    /// The reply to a HEAD request for a body of `byteCount` bytes; nil: the number is unknown, and the connection ends.
    package convenience init(status: Int, bodyless byteCount: Int?) {
        self.init(status: status, stream: PendingStream(), byteCount: byteCount)
        // libmicrohttpd sends the last chunk of a chunked body even where there is no body.
        if byteCount == nil { cmicrohttpd_end_by_closing(pointer) }
    }

    deinit { MHD_destroy_response(pointer) }

    /// The body is never copied; `bytes` must stay valid until the process ends.
    package static func immutable(status: Int = 200, bytes: UnsafeRawPointer, count: Int) -> Response {
        Response(status: status, persistent: UnsafeRawBufferPointer(start: bytes, count: count))
    }

    package func addHeader(_ name: StaticString, _ value: StaticString) {
        let added = name.withCharacters { name in
            value.withCharacters { MHD_add_response_header(pointer, name, $0) }
        }
        precondition(added == .YES, "libmicrohttpd does not take this header")
    }

    /// - Returns: false, and nothing is added, if the value holds a control character or does not fit into memory.
    @discardableResult
    package func addHeader(_ name: StaticString, _ value: [UInt8]) -> Bool {
        guard value.withUnsafeBufferPointer({ VisibleText.contains(only: $0, from: 0x20) }) else { return false }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: value.count + 1) { text in
            value.withUnsafeBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
            text[value.count] = 0
            return name.withCharacters { MHD_add_response_header(pointer, $0, text.baseAddress) } == .YES
        }
    }

    /// A header as it came from elsewhere.
    ///
    /// - Returns: false, and nothing is added, if libmicrohttpd does not take it: an empty value, a control character.
    @discardableResult
    func addHeader(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard VisibleText.contains(only: value, from: 0x20) else { return false }
        let count = name.count + value.count + 2
        return withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { text in
            text.copyMemory(from: UnsafeRawBufferPointer(name))
            text[name.count] = 0
            let rest = UnsafeMutableRawBufferPointer(rebasing: text[(name.count + 1)...])
            rest.copyMemory(from: UnsafeRawBufferPointer(value))
            rest[value.count] = 0
            guard let name = text.baseAddress, let value = rest.baseAddress else { return false }
            return MHD_add_response_header(
                pointer,
                name.assumingMemoryBound(to: CChar.self),
                value.assumingMemoryBound(to: CChar.self)
            ) == .YES
        }
    }

    // MARK: Using again

    var isInUse: Bool { useCount > 0 }

    /// Until `endUse` its body is not replaced. An exchange calls both itself.
    package func beginUse() { useCount += 1 }
    package func endUse() { useCount -= 1 }

    /// - Returns: false, and nothing has changed, if it cannot be used for that body now.
    func replaceBody(with bytes: UnsafeRawBufferPointer) -> Bool {
        guard isReusable, let body, body.count == bytes.count, !isInUse, !closesConnection else { return false }
        body.copyMemory(from: bytes)
        return true
    }

    /// Sets a header whose value differs from use to use, one of at most two; it replaces the value of the last use.
    ///
    /// - Parameter rewrites: a value of the same length is written over the last one (see `HeaderRewriting`).
    /// - Returns: false, and there is no such header now, if the value holds a control character.
    @discardableResult
    package func setVariableHeader(_ name: StaticString, _ value: [UInt8], rewrites: Bool) -> Bool {
        if let another, another.isNamed(name) { return set(&self.another, name, value, rewrites) }
        guard let variable, !variable.isNamed(name) else { return set(&self.variable, name, value, rewrites) }
        return set(&another, name, value, rewrites)
    }

    private func set(_ field: inout VariableHeader?, _ name: StaticString, _ value: [UInt8], _ rewrites: Bool) -> Bool {
        let isVisible = value.withUnsafeBufferPointer { VisibleText.contains(only: $0, from: 0x20) }
        if isVisible, rewrites, let field, field.rewrite(value) { return true }
        field?.remove(from: pointer)
        field = isVisible ? VariableHeader(name, value, in: pointer) : nil
        return field != nil
    }

    /// Its present headers.
    var headerLines: [UInt8] {
        var bytes: [UInt8] = []
        _ = withUnsafeMutablePointer(to: &bytes) { MHD_get_response_headers(pointer, appendHeaderLine, $0) }
        return bytes
    }

    /// Status line, headers and body as bytes, for sending past libmicrohttpd.
    func serialized(reason: StaticString) -> [UInt8] {
        closesConnection = true
        var bytes = Array("HTTP/1.1 \(status) \(reason)\r\nDate: \(HTTPDate.now)\r\n".utf8)
        bytes.append(contentsOf: headerLines)
        bytes.append(contentsOf: "Content-Length: \(body?.count ?? 0)\r\n\r\n".utf8)
        if let body { bytes.append(contentsOf: body) }
        return bytes
    }
}

extension StaticString {
    /// The characters as a C string; literals end with NUL.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        body(UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self))
    }
}
