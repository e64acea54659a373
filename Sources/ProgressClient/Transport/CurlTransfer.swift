import CLibCurl
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request on its way: an easy handle of libcurl, and the reply as far as it has come.
///
/// Used by the thread of `Transfers` only, once libcurl is loaded.
final class CurlTransfer {
    let request: ServiceRequest
    private let receiver: TransferReceiver
    private var easy: UnsafeMutableRawPointer?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headers: [String: String] = [:]
    private var body = Data()
    private var isHeadTold = false
    private var isTooLong = false
    /// The time at which a silent stream is given up.
    private(set) var silentAt: ContinuousClock.Instant?

    init(_ request: ServiceRequest, _ receiver: TransferReceiver) {
        self.request = request
        self.receiver = receiver
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        if let headerList { libcurl_slist_free(headerList) }
        if let easy { libcurl_easy_cleanup(easy) }
        message.deallocate()
    }

    /// Makes the handle of libcurl; nil if there is no memory for it.
    func makeHandle() -> UnsafeMutableRawPointer? {
        guard let easy = libcurl_easy_init() else { return nil }
        self.easy = easy
        Self.setConnection(of: easy, to: request.address, longest: ServiceRequest.longestConnect)
        setMethod(of: easy)
        for header in request.headers { append("\(header.name): \(header.value)") }
        _ = libcurl_set_headers(easy, headerList)
        if let timeout = request.timeout { _ = libcurl_set_milliseconds(easy, CURLOPT_TIMEOUT_MS, timeout) }
        // 1. libcurl calls back only while `CurlTransfers` drives a handle that it keeps together with this transfer;
        // 2. the handle belongs to this object, and `deinit` frees it.
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = libcurl_set_pointer(easy, CURLOPT_PRIVATE, context)
        _ = libcurl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
        _ = libcurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = libcurl_set_receiver(easy, CURLOPT_HEADERFUNCTION, receiveHeader)
        _ = libcurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = libcurl_set_receiver(easy, CURLOPT_WRITEFUNCTION, receiveBytes)
        silentAt = request.silence.map { .now + $0 }
        return easy
    }

    /// Delivers the bytes again that the receiver refused.
    func resume() {
        guard let easy else { return }
        silentAt = request.silence.map { .now + $0 }
        libcurl_easy_pause(easy, CURLPAUSE_CONT)
    }

    func finish(_ code: CURLcode) {
        guard code == CURLE_OK else { return end(with: error(of: code)) }
        tellHead()
        receiver.end(.success(ServiceReply(status: status, headers: headers, body: body)))
    }

    func end(with error: ServiceError) { receiver.end(.failure(error)) }

    // The request

    /// What requests and look-ups have in common.
    static func setConnection(of easy: UnsafeMutableRawPointer, to address: String, longest: Duration) {
        _ = libcurl_set_string(easy, CURLOPT_URL, address)
        _ = libcurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = libcurl_set_string(easy, CURLOPT_USERAGENT, "progressd-swift")
        // A proxy of the environment cannot reach services on this machine.
        if ServiceAddress.isLoopback(address) { _ = libcurl_set_string(easy, CURLOPT_PROXY, "") }
        _ = libcurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A request that ends while its host is still being looked up does not wait for the resolver.
        _ = libcurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        _ = libcurl_set_private_sockets(easy)
        _ = libcurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        _ = libcurl_set_milliseconds(easy, CURLOPT_CONNECTTIMEOUT_MS, longest)
    }

    private func setMethod(of easy: UnsafeMutableRawPointer) {
        switch request.method {
        case "GET" where request.body == nil: _ = libcurl_set_long(easy, CURLOPT_HTTPGET, 1)
        case "HEAD": _ = libcurl_set_long(easy, CURLOPT_NOBODY, 1)
        default: setBody(of: easy)
        }
    }

    private func setBody(of easy: UnsafeMutableRawPointer) {
        let body = request.body ?? Data()
        _ = libcurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        // An empty `Data` may have no address, and a null pointer would mean a body that is read by a callback.
        if body.isEmpty {
            _ = libcurl_set_string(easy, CURLOPT_COPYPOSTFIELDS, "")
        } else {
            body.withUnsafeBytes { bytes in
                _ = libcurl_set_pointer(
                    easy,
                    CURLOPT_COPYPOSTFIELDS,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                )
            }
        }
        _ = libcurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method)
        // Send neither the form type that libcurl adds, nor `Expect`, which would wait for `100 Continue`.
        if !request.headers.contains(where: { $0.name == "Content-Type" }) { append("Content-Type:") }
        append("Expect:")
    }

    private func append(_ header: String) {
        // libcurl returns the list that it was given, or a new one if that was empty; nil only without memory.
        headerList = libcurl_slist_append(headerList, header) ?? headerList
    }

    // The reply, called by libcurl

    fileprivate func receive(header line: UnsafeRawBufferPointer) {
        let text = String(decoding: line, as: UTF8.self)
        // Each of several heads (100 before 200) begins with its status.
        if text.hasPrefix("HTTP/") { return headers = [:] }
        guard let colon = text.firstIndex(of: ":") else { return }
        headers[text[..<colon].lowercased()] = text[text.index(after: colon)...].trimmed
    }

    /// Takes bytes of the body: all of them, or none, which ends the transfer.
    /// - Returns: how many were taken, or that the receiver is full.
    fileprivate func receive(body bytes: UnsafeRawBufferPointer) -> Int {
        tellHead()
        silentAt = request.silence.map { .now + $0 }
        if let receive = receiver.bytes {
            if receive(bytes) { return bytes.count }
            // Until `resume` the receiver is slow, and the service is not silent.
            silentAt = nil
            return LIBCURL_PAUSE_RECEIVING
        }
        isTooLong = body.count + bytes.count > request.longestReply ?? .max
        if isTooLong { return 0 }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func tellHead() {
        if isHeadTold { return }
        isHeadTold = true
        receiver.head?(status, headers)
    }

    private var status: Int {
        var status = 0
        if let easy { _ = libcurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status) }
        return status
    }

    /// Its host has no address yet. A kept connection needed none.
    var isLookingUp: Bool {
        var time: curl_off_t = 0
        if let easy { _ = libcurl_get_size(easy, CURLINFO_NAMELOOKUP_TIME_T, &time) }
        return time == 0 && !isSent
    }

    private var isSent: Bool {
        var count = 0
        if let easy { _ = libcurl_get_long(easy, CURLINFO_REQUEST_SIZE, &count) }
        return count > 0
    }

    private func error(of code: CURLcode) -> ServiceError {
        if code == CURLE_OPERATION_TIMEDOUT {
            let connect = ServiceRequest.longestConnect
            let timeout = request.timeout ?? connect
            return .timedOut(isSent ? timeout : min(timeout, connect))
        }
        if isTooLong, let longest = request.longestReply {
            return .unreachable("a reply of more than \(longest) bytes")
        }
        let detail = String(cString: message)
        return .unreachable(detail.isEmpty ? String(cString: libcurl_easy_strerror(code)) : detail)
    }
}

private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    transfer.receive(header: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

private func receiveBytes(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
}

/// Of none, libcurl would take its default.
private func libcurl_set_milliseconds(
    _ easy: UnsafeMutableRawPointer,
    _ option: CURLoption,
    _ time: Duration
) -> CURLcode {
    libcurl_set_long(easy, option, max(1, Int(time / .milliseconds(1))))
}
