internal import CMicroHTTPD
internal import Glibc

/// Input of a peer of which nothing is expected.
enum SocketInput {
    case open, ended, failed, tooMuch

    /// More than this on a stream is abuse.
    static let streamLimit = 1 << 20
    /// A refused body may still be on its way: a peer that reads only after sending all of it gets the reply too.
    static let refusedBodyLimit = 32 << 20

    /// Whether the peer sends no more, and all that it sent has been read.
    static func isEnded(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Whether the peer has sent something that has not been read.
    static func isUnread(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// Throws away what is there, without copying it.
    static func discard(_ descriptor: Int32, total: inout Int, limit: Int) -> SocketInput {
        while true {
            let count = recv(descriptor, nil, 256 * 1024, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
            if count == 0 { return .ended }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .open : .failed
            }
            total += count
            if total > limit { return .tooMuch }
        }
    }
}
