internal import CMicroHTTPD
import Platform

/// A body that is handed over piece by piece while it is sent. On the reactor's thread only.
///
/// Such bodies share one slice of each turn of the loop (`ContentTurns`). One that finds it used up is suspended until
/// its turn comes, because a content reader that has nothing to give would be asked again at once.
package final class Content {
    /// Nil: unknown; the reply is chunked then or, for HTTP/1.0, ends with the connection.
    package let byteCount: Int?
    private let next: () -> [UInt8]?
    private var piece: [UInt8] = []
    private var start = 0
    /// Its turn has come: it may make a piece although the slice is used up.
    private var hasTurn = false
    // The connection outlives its responses.
    private unowned let connection: Connection

    /// - Parameter next: gives a piece that is not empty, or nil at the end. Short: about a slice.
    package init(for exchange: Exchange, byteCount: Int? = nil, next: @escaping () -> [UInt8]?) {
        connection = exchange.connection
        connection.dispatcher.loop.assertOnThread()
        self.byteCount = byteCount
        self.next = next
    }

    /// - Returns: how many bytes were written to `space`; 0 after the connection was suspended.
    func read(into space: UnsafeMutableRawBufferPointer) -> Int {
        let dispatcher = connection.dispatcher
        if dispatcher.stop.isBreakingOff { return cmicrohttpd_end_with_error }
        if start == piece.count {
            guard hasTurn || !dispatcher.contents.isSliceOver(now: MonotonicClock.now()) else {
                dispatcher.contents.wait(self)
                MHD_suspend_connection(connection.handle)
                return 0
            }
            hasTurn = false
            guard let made = next() else { return cmicrohttpd_end_of_stream }
            piece = made
            start = 0
        }
        let count = min(space.count, piece.count - start)
        piece.withUnsafeBytes { space.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
        start += count
        return count
    }

    func resume() {
        hasTurn = true
        connection.dispatcher.connections.resume(connection)
    }
}
