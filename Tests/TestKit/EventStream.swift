import ProgressWire
import TestSupport

/// A stream of Server-Sent Events, read with deadlines.
package final class EventStream {
    package struct Event: Sendable {
        package var id = ""
        package var name = ""
        package var data = JSON(nil as JSONValue?)
        /// The text after `data:`, as it came.
        package var text = ""
    }

    package let client: HTTPClient
    package private(set) var reply = Reply()
    package private(set) var comments: [String] = []
    /// Milliseconds, as the server asked for.
    package private(set) var retries: [Int] = []
    /// Lines that no stream of ours should hold.
    package private(set) var strangeLines: [String] = []
    /// The id of the newest event.
    package private(set) var lastID = ""
    /// Whether `next` and its relatives return `synced` too, instead of only counting it.
    package var showsSynced = false
    package private(set) var syncedCount = 0
    /// The last chunk came: the stream was ended in good order.
    package private(set) var isFinished = false
    private var pending: [UInt8] = []
    private var start = 0

    package init(_ server: LiveServer, _ target: String, _ headers: [String: String] = [:]) {
        client = HTTPClient(server)
        client.send("GET", target, headers)
        readHead()
    }

    /// A reader that takes little into its buffers; it starts reading when it asks for the first event.
    package init(slow server: LiveServer, _ target: String) {
        client = HTTPClient(server, receiveBuffer: 4_096)
        client.send("GET", target)
    }

    package var status: Int {
        if reply.status == 0 { readHead() }
        return reply.status
    }

    private func readHead() {
        let deadline = Moment.now() + client.patience
        reply.status = client.head(&reply, until: deadline) ?? 0
        guard reply.status != 200, reply.status != 204 else { return }
        if let count = reply["content-length"].flatMap({ Int($0) }) {
            reply.body = client.socket.bytes(count, until: deadline) ?? []
        }
    }

    /// The next event; nil when none came in time or the stream ended.
    package func next(within seconds: Double = 20) -> Event? {
        if reply.status == 0 { readHead() }
        let deadline = Moment.now() + seconds
        var event = Event()
        while let line = line(until: deadline) {
            if line.isEmpty {
                if event.name.isEmpty && event.text.isEmpty { continue }
                lastID = event.id
                if event.name == "synced" { syncedCount += 1 }
                if event.name == "synced" && !showsSynced {
                    event = Event()
                    continue
                }
                event.data = JSON(text: event.text)
                return event
            }
            read(line, into: &event)
        }
        return nil
    }

    private func read(_ line: String, into event: inout Event) {
        if line.hasPrefix(":") {
            comments.append(line)
        } else if line.hasPrefix("id: ") {
            event.id = String(line.dropFirst(4))
        } else if line.hasPrefix("event: ") {
            event.name = String(line.dropFirst(7))
        } else if line.hasPrefix("data: "), event.text.isEmpty {
            event.text = String(line.dropFirst(6))
        } else if line.hasPrefix("retry: "), let milliseconds = Int(line.dropFirst(7)) {
            retries.append(milliseconds)
        } else {
            strangeLines.append(line)
        }
    }

    /// The next event of that name, others skipped.
    package func next(_ name: String, where isWanted: (Event) -> Bool = { _ in true }) -> Event? {
        let deadline = Moment.now() + 20
        while let event = next(within: deadline - Moment.now()) {
            if event.name == name && isWanted(event) { return event }
        }
        return nil
    }

    /// Events up to and with the first that is wanted; to the end or the deadline, if none is.
    package func events(within seconds: Double = 20, through isLast: (Event) -> Bool) -> [Event] {
        let deadline = Moment.now() + seconds
        var events: [Event] = []
        while let event = next(within: deadline - Moment.now()) {
            events.append(event)
            if isLast(event) { break }
        }
        return events
    }

    /// The next `count` events, or fewer if no more come.
    package func take(_ count: Int) -> [Event] {
        var events: [Event] = []
        while events.count < count, let event = next() { events.append(event) }
        return events
    }

    /// Everything to the end of the stream.
    package func rest() -> [Event] { events { _ in false } }

    /// Reads to the next comment line.
    package func waitForComment(within seconds: Double = 10) -> Bool {
        let known = comments.count
        let deadline = Moment.now() + seconds
        var event = Event()
        while comments.count == known, let line = line(until: deadline) {
            if !line.isEmpty { read(line, into: &event) }
        }
        return comments.count > known
    }

    // MARK: Chunks

    private func line(until deadline: Double) -> String? {
        while true {
            if let end = pending[start...].firstIndex(of: 10) {
                defer { start = end + 1 }
                return String(decoding: pending[start..<end], as: UTF8.self)
            }
            if start > 0 { pending.removeFirst(start) }
            start = 0
            guard readChunk(until: deadline) else { return nil }
        }
    }

    private func readChunk(until deadline: Double) -> Bool {
        guard !isFinished, let size = client.socket.line(until: deadline).flatMap({ Int($0, radix: 16) }),
            let bytes = client.socket.bytes(size + 2, until: deadline + 5)
        else { return false }
        if size == 0 { isFinished = true }
        pending += bytes.dropLast(2)
        return size > 0
    }
}
