/// The writer of an event socket. Called on the reactor's thread, outside the observer's own calls.
package protocol EventSocketObserver: AnyObject {
    /// The socket was behind and has caught up.
    func socketIsWritable(_ socket: EventSocket)

    /// The peer vanished, failed or was cut off. Exactly once, and never after `finish()` or `abort()`.
    func socketIsGone(_ socket: EventSocket)
}

/// The outcome of sending a frame.
package enum SendResult: Sendable {
    /// The kernel has all of it.
    case sent
    /// The rest is kept and goes out first; nothing more until `socketIsWritable`.
    case behind
    /// The peer is gone; `socketIsGone` follows or came before.
    case gone
}
