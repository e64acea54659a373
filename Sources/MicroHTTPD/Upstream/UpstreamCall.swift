internal import CMicroHTTPD
internal import Glibc

/// The object that makes a call.
package protocol UpstreamCaller: AnyObject {
    /// The call has come to its end, perhaps before `Upstream.send` returns.
    func ended(_ outcome: UpstreamOutcome)
}

/// One request to an upstream. On the reactor's thread only.
package final class UpstreamCall {
    /// Request line and headers, with the empty line.
    let head: [UInt8]
    /// 1. The caller keeps these bytes in place until the outcome, or until it cancels.
    let body: UnsafeRawBufferPointer
    /// A reply to HEAD has no body whatever its head says.
    let isHead: Bool
    /// The upstream may take as long as it wants, so this call takes no place among the short ones.
    package let mayBeHeld: Bool
    /// 2. It lives until the outcome, or until it cancels.
    unowned let caller: any UpstreamCaller
    /// While it is sent, and its reply read.
    weak var connection: UpstreamConnection?

    /// - Parameter caller: hears the outcome once, unless it cancels.
    package init(
        head: [UInt8],
        body: UnsafeRawBufferPointer,
        isHead: Bool,
        mayBeHeld: Bool,
        for caller: any UpstreamCaller
    ) {
        self.caller = caller
        self.head = head
        self.body = body
        self.isHead = isHead
        self.mayBeHeld = mayBeHeld
    }

    var byteCount: Int { head.count + body.count }

    /// Writes as much as the socket takes of what follows the first `sentCount` bytes, in one system call.
    /// - Returns: how many bytes; -1 if the connection broke.
    func write(from sentCount: Int, to descriptor: Int32) -> Int {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        return head.withUnsafeBytes { head in
            guard sentCount < head.count else {
                let rest = UnsafeRawBufferPointer(rebasing: body[(sentCount - head.count)...])
                return Frame(rest).send(descriptor, flags)
            }
            return Frame(UnsafeRawBufferPointer(rebasing: head[sentCount...]), body).send(descriptor, flags)
        }
    }
}

/// The outcome of a call of an upstream, or what is left to do.
package enum UpstreamOutcome {
    /// The whole reply; it points into memory that is used again after this call.
    case replied(UpstreamReply)
    /// The head of a reply whose body is passed on as it comes; likewise. A relay that is dropped unused ends it.
    case relays(UpstreamReply, Relay)
    /// Nothing was sent: no connection, or it broke before the first byte.
    case notSent
    /// The connection ended, or its time was over, before the whole reply came; or the bytes were no reply.
    /// - Parameter sentWhole: the whole request was sent.
    case noReply(sentWhole: Bool)
}
