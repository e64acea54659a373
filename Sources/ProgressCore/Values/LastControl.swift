/// The newest control call that changed a node.
package struct LastControl: Equatable, Sendable {
    package var action: Control
    package var reason: String?
    package var by: Caller
    /// Milliseconds since 1970.
    package var at: Int64

    package init(action: Control, reason: String?, by caller: Caller, at now: Int64) {
        self.action = action
        self.reason = reason
        by = caller
        at = now
    }

    var textByteCount: Int { (reason?.utf8.count ?? 0) + (by.user?.utf8.count ?? 0) }
}
