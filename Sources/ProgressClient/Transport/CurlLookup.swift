import CLibCurl

/// A look-up that goes on after its request had no more time for it: libcurl then knows the address for a minute, and
/// the next request needs no resolver. Without it, a host whose name takes longer would never be reached.
///
/// Used by the thread of `Transfers` only, once libcurl is loaded.
final class CurlLookup {
    /// A resolver tries each of three servers twice, for five seconds.
    private static let longest = Duration.seconds(30)

    let easy: UnsafeMutableRawPointer

    /// Nil if there is no memory for it.
    init?(_ address: String) {
        guard let easy = libcurl_easy_init() else { return nil }
        self.easy = easy
        CurlTransfer.setConnection(of: easy, to: address, longest: Self.longest)
        _ = libcurl_set_long(easy, CURLOPT_CONNECT_ONLY, 1)
    }

    deinit { libcurl_easy_cleanup(easy) }
}
