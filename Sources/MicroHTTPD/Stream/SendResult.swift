/// The outcome of sending a frame.
package enum SendResult: Sendable {
    /// The kernel has all of it.
    case sent
    /// The rest is kept and goes out first; nothing more until `socketIsWritable`.
    case behind
    /// The peer is gone; `socketIsGone` follows or came before.
    case gone
}
