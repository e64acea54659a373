/// Whether a write comes from a page of this service: browsers send cookies with requests that other sites made.
enum SameOrigin {
    /// For writes that a cookie authorises: something has to say that the page is ours.
    static func isProven(_ headers: CallHeaders) -> Bool {
        if let origin = headers.text("origin") { return isOwn(origin, headers) }
        return headers.text("sec-fetch-site") == "same-origin"
    }

    /// For writes that nothing has to authorise: a browser that says that another site asks is believed. Where the
    /// address is neither loopback's nor behind TLS it says so by `Origin` alone, as the Fetch standard has it.
    static func isDenied(_ headers: CallHeaders, allowed origins: [String]) -> Bool {
        let site = headers.text("sec-fetch-site")
        let isOtherSite = site == "cross-site" || site == "same-site"
        guard let origin = headers.text("origin") else { return isOtherSite }
        return (isOtherSite || site == nil) && !isOwn(origin, headers) && !origins.contains(origin)
    }

    /// The scheme is left out: behind a proxy that speaks TLS the service does not know it.
    private static func isOwn(_ origin: String, _ headers: CallHeaders) -> Bool {
        guard let scheme = origin.firstRange(of: "://"), let host = headers.text("host") else { return false }
        return origin[scheme.upperBound...].lowercased() == host.lowercased()
    }
}
