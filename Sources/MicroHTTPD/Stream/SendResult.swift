/// What became of a frame.
package enum SendResult: Sendable {
    /// The kernel has all of it.
    case sent
    /// The rest is kept and goes out first; nothing more until `socketIsWritable`.
    case behind
    /// There is nobody to send to; `socketIsGone` follows or came before.
    case gone
}
