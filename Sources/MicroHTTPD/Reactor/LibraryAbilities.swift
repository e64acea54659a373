/// Optional abilities of this libmicrohttpd, found by `Reactor.selfCheck`.
package struct LibraryAbilities: Sendable {
    /// See `HeaderRewriting`.
    package let rewritesHeaders: Bool
}
