internal import CMicroHTTPD

/// The reply of an upstream; points into memory that is used again after the call that hands it over.
package struct UpstreamReply {
    let head: ReplyHead
    package let body: UnsafeRawBufferPointer
    let isToHead: Bool

    package var status: Int { head.status }

    /// The value of the first line of that name.
    package func header(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? { head.value(name) }

    /// The reply as it came, without the headers about its connection.
    package func response() -> Response {
        let response =
            isToHead && !head.isInterim
            ? Response(status: status, bodyless: head.declaredLength) : Response(status: status, body: body)
        // libmicrohttpd 0.9.75 sends the last chunk after the head; a client would take it for the next reply.
        if isToHead, head.declaredLength == nil, head.framing(ofReplyToHead: false) != .none {
            response.closesConnection = true
        }
        addHeaders(to: response)
        return response
    }

    /// The head of a reply whose body `relay` passes on.
    package func stream(by relay: Relay) -> StreamHead {
        let stream = StreamHead(status: status, byteCount: head.declaredLength) { relay.begin(on: $0) }
        addHeaders(to: stream.response)
        return stream
    }

    private func addHeaders(to response: Response) {
        let endToEnd = EndToEnd(head.fields)
        for field in head.fields where endToEnd.includes(field) && !field.isNamed("date") {
            response.addHeader(field.name, field.trimmedValue)
        }
    }
}
