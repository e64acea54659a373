internal import CMicroHTTPD
import Platform

extension Reactor {
    /// How long bodies are made in one turn of the loop, all together; nanoseconds.
    static let contentSlice: UInt64 = 1_000_000

    /// The slice begins with the first look at it.
    func isContentSliceOver() -> Bool {
        let now = MonotonicClock.now()
        if contentSliceEnd == 0 {
            contentSliceEnd = now + Self.contentSlice
            return false
        }
        return now >= contentSliceEnd
    }

    /// No more in this turn. Called inside the content reader, where libmicrohttpd lets a connection be suspended.
    func yield(_ content: Content, of connection: Connection) {
        yielded.append((content, connection))
        MHD_suspend_connection(connection.handle)
    }

    /// A new turn: the body that waited longest goes on, whatever else there is to do.
    func resumeYielded() {
        contentSliceEnd = 0
        guard !yielded.isEmpty else { return }
        resumeFirst()
    }

    private func resumeFirst() {
        let (content, connection) = yielded.removeFirst()
        content.hasTurn = true
        MHD_resume_connection(connection.handle)
        needsRun = true
    }

    func resumeAllYielded() {
        while !yielded.isEmpty { resumeFirst() }
    }
}
