/// What this libmicrohttpd was seen to do beyond what streams need; from `Reactor.selfCheck`.
package struct LibraryAbilities: Sendable {
    /// See `HeaderRewriting`.
    package let rewritesHeaders: Bool
}
