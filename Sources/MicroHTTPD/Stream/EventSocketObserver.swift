/// The writer of an event socket. Called on the reactor's thread, outside the observer's own calls.
package protocol EventSocketObserver: AnyObject {
    /// The socket was behind and has caught up.
    func socketIsWritable(_ socket: EventSocket)

    /// The peer vanished, failed or was cut off. Exactly once, and never after `finish()` or `abort()`.
    func socketIsGone(_ socket: EventSocket)
}
