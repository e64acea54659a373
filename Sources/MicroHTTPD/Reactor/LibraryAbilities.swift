internal import CMicroHTTPD

/// Optional abilities of this libmicrohttpd, found by `Reactor.selfCheck`.
package struct LibraryAbilities: Sendable {
    /// See `HeaderRewriting`.
    package let rewritesHeaders: Bool
    /// See `LargeHeads`.
    package let readsLargeHeads: Bool
}

/// The version of libmicrohttpd at run time, which the system may have updated since the build.
package enum LibraryVersion {
    package static var text: String { String(cString: MHD_get_version()) }
}
