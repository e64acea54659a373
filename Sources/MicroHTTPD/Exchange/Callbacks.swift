internal import CMicroHTTPD

// The C entry points: at file scope, so that they belong to no actor, and short.
//
// `_withUnsafeGuaranteedRef` spares the retain and release that `takeUnretainedValue` costs, a dozen pairs a request:
// 1. the dispatcher outlives its daemon, which alone calls these, and the reactor detaches it before;
// 2. libmicrohttpd holds a reference to the connection between the two notifications, and the connection one to its
//    exchange.

private func owner(_ context: UnsafeMutableRawPointer?) -> Unmanaged<RequestDispatcher>? {
    context?.assumingMemoryBound(to: Unmanaged<RequestDispatcher>?.self).pointee
}

/// MHD_OPTION_URI_LOG_CALLBACK: the request line is there and not yet decoded; the result is the request's context.
func requestTargetArrived(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let handle, let slot = cmicrohttpd_socket_context(handle) else { return nil }
    let connection = Unmanaged<Connection>.fromOpaque(slot).takeUnretainedValue()
    connection.requestBegan(target: target)
    return Unmanaged.passUnretained(connection.exchange).toOpaque()
}

/// MHD_AccessHandlerCallback: once for the head, once a piece of body, once at the end.
func accessHandler(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let owner = owner(context), let opaque = slot?.pointee, let method, let version, let count else {
        return .NO
    }
    return owner._withUnsafeGuaranteedRef { dispatcher in
        Unmanaged<Exchange>.fromOpaque(opaque)._withUnsafeGuaranteedRef { exchange in
            guard exchange.life.stage != .head else { return dispatcher.headArrived(exchange, method, version) }
            guard count.pointee == 0 else {
                let piece = UnsafeRawBufferPointer(start: data, count: count.pointee)
                count.pointee = 0
                return dispatcher.bodyArrived(exchange, piece)
            }
            return dispatcher.requestIsComplete(exchange)
        }
    }
}

/// MHD_OPTION_NOTIFY_COMPLETED.
func requestCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
) {
    guard let owner = owner(context), let opaque = slot?.pointee else { return }
    slot?.pointee = nil
    owner._withUnsafeGuaranteedRef { dispatcher in
        Unmanaged<Exchange>.fromOpaque(opaque)._withUnsafeGuaranteedRef { exchange in
            dispatcher.requestCompleted(exchange)
        }
    }
}

/// MHD_OPTION_NOTIFY_CONNECTION: libmicrohttpd holds one reference to the connection, between the two calls.
func connectionNotified(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    let dispatcher = owner(context)?.takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
        guard let handle, let dispatcher, let connection = dispatcher.connections.started(handle, dispatcher) else {
            return
        }
        slot?.pointee = Unmanaged.passRetained(connection).toOpaque()
        return
    }
    guard let opaque = slot?.pointee else { return }
    slot?.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue()
    dispatcher?.connections.closed(connection)
}

/// In place of recv(2), for all that libmicrohttpd reads; the context is the list of its connections.
func readForLibrary(
    _ context: UnsafeMutableRawPointer?,
    _ descriptor: Int32,
    _ bytes: UnsafeMutableRawPointer?,
    _ count: Int
) -> Int {
    guard let context, let bytes else { return -1 }
    let space = UnsafeMutableRawBufferPointer(start: bytes, count: count)
    return Unmanaged<Connections>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.read(descriptor, into: space) }
}

/// MHD_KeyValueIteratorN over the header lines of a request.
func collectField(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameCount: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueCount: Int
) -> MHD_Result {
    guard let context, let name else { return .NO }
    let field = HeaderField(name, nameCount, value, valueCount)
    Unmanaged<Exchange>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.head.add(field) }
    return .YES
}

/// Like `collectField`, but compares the lines with those of the previous head.
func recognizeField(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameCount: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueCount: Int
) -> MHD_Result {
    guard let context, let name else { return .NO }
    let field = HeaderField(name, nameCount, value, valueCount)
    return Unmanaged<Exchange>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.head.recognize(field) ? .YES : .NO }
}

/// MHD_ContentReaderCallback of a stream: the head is out, so the socket is taken and libmicrohttpd sent away.
func takeOverReader(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ count: Int
) -> Int {
    guard let context else { return cmicrohttpd_end_with_error }
    Unmanaged<PendingStream>.fromOpaque(context).takeUnretainedValue().takeOver()
    return cmicrohttpd_end_with_error
}

/// MHD_ContentReaderFreeCallback of a stream.
func releasePendingStream(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<PendingStream>.fromOpaque(context).release()
}

/// MHD_ContentReaderCallback of a body that is made while it is sent.
func contentReader(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ count: Int
) -> Int {
    guard let context, let buffer else { return cmicrohttpd_end_with_error }
    let space = UnsafeMutableRawBufferPointer(start: buffer, count: count)
    return Unmanaged<Content>.fromOpaque(context).takeUnretainedValue().read(into: space)
}

/// MHD_ContentReaderFreeCallback of such a body.
func releaseContent(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Content>.fromOpaque(context).release()
}

/// MHD_KeyValueIterator over the headers of a response.
func appendHeaderLine(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let lines = context?.assumingMemoryBound(to: [UInt8].self), let name, let value else { return .NO }
    lines.pointee.append(contentsOf: "\(String(cString: name)): \(String(cString: value))\r\n".utf8)
    return .YES
}
