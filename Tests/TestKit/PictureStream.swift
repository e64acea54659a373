import TestSupport

/// A text view that is redrawn, read with deadlines; each picture is a chunk.
package final class PictureStream {
    package let client: HTTPClient
    package private(set) var reply = Reply()
    /// The last chunk came: the view was ended in good order.
    package private(set) var isFinished = false

    package init(_ server: LiveServer, _ target: String, _ headers: [String: String] = [:]) {
        client = HTTPClient(server)
        client.send("GET", target, headers)
        let deadline = Moment.now() + client.patience
        reply.status = client.head(&reply, until: deadline) ?? 0
    }

    /// The next picture as it came; nil when none came in time or the view ended.
    package func next(within seconds: Double = 20) -> String? {
        let deadline = Moment.now() + seconds
        guard !isFinished, let size = client.socket.line(until: deadline).flatMap({ Int($0, radix: 16) }),
            let bytes = client.socket.bytes(size + 2, until: deadline + 5)
        else { return nil }
        if size == 0 { isFinished = true }
        return size == 0 ? nil : String(decoding: bytes.dropLast(2), as: UTF8.self)
    }

    /// The next picture that is wanted.
    package func next(where isWanted: (String) -> Bool) -> String? {
        let deadline = Moment.now() + 20
        while let picture = next(within: deadline - Moment.now()) {
            if isWanted(picture) { return picture }
        }
        return nil
    }
}
