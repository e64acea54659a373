/// A request that the application does not answer at once. Its exchange owns it from the reply that parks it until the
/// exchange is over. On the reactor's thread only.
package protocol Pending: AnyObject {
    /// Continues the exchange.
    func resume() -> Reply
    /// The exchange is over: it was answered or became a stream, or its peer is gone.
    func end()
}
