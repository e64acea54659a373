/// Who writes to an event socket. Called on the reactor's thread, outside any call of the observer's own.
package protocol EventSocketObserver: AnyObject {
    /// The socket was behind and has caught up.
    func socketIsWritable(_ socket: EventSocket)

    /// The peer vanished, failed or was cut off. Exactly once, and never after `finish()` or `abort()`.
    func socketIsGone(_ socket: EventSocket)
}
