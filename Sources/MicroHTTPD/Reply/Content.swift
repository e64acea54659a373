internal import CMicroHTTPD

/// A body that is handed over piece by piece while it is sent. On the reactor's thread only.
///
/// Pieces that are made while they are sent take turns: all of them together get one slice of each turn of the loop,
/// and one that found it used up is suspended until the next turn, because a content reader that has nothing to give
/// would be asked again at once.
package final class Content {
    /// Nil: unknown, so that the reply is chunked, or ends with the connection for HTTP/1.0.
    package let byteCount: Int?
    private let next: () -> [UInt8]?
    private var piece: [UInt8] = []
    private var start = 0
    /// Its turn has come: it may make a piece although the slice is used up.
    var hasTurn = false
    // The connection outlives its responses.
    private unowned let connection: Connection

    /// - Parameter next: gives a piece that is not empty, or nil at the end. Short: about a slice.
    package init(for exchange: Exchange, byteCount: Int? = nil, next: @escaping () -> [UInt8]?) {
        connection = exchange.connection
        self.byteCount = byteCount
        self.next = next
    }

    /// - Returns: how many bytes were written to `space`; 0 after the connection was suspended.
    func read(into space: UnsafeMutableRawBufferPointer) -> Int {
        let reactor = connection.reactor
        if reactor.isBreakingOff { return cmicrohttpd_end_with_error }
        if start == piece.count {
            guard hasTurn || !reactor.isContentSliceOver() else {
                reactor.yield(self, of: connection)
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
}
