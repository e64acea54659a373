package import MicroHTTPD
package import ProgressRegistry

/// CORS headers for the listed origins; none are listed by default.
package enum CrossOrigin {
    package static func headers(
        for exchange: Exchange,
        _ configuration: Configuration,
        isPreflight: Bool,
        _ add: (StaticString, [UInt8]) -> Void
    ) {
        add("Vary", Array("Origin".utf8))
        guard let origin = exchange.header("origin") else { return }
        let isListed = configuration.corsOrigins.contains { $0.utf8.elementsEqual(origin) }
        guard isListed else { return }
        add("Access-Control-Allow-Origin", Array(origin))
        if isPreflight {
            add("Access-Control-Allow-Methods", Array("GET, HEAD, POST, PUT, PATCH, DELETE".utf8))
            add(
                "Access-Control-Allow-Headers",
                Array(
                    ("Authorization, Content-Type, If-Match, If-None-Match, Prefer, Last-Event-ID, Idempotency-Key, "
                        + "Progress-Directive, Progress-Reservation, X-Request-ID, traceparent, tracestate, baggage, MCP-Protocol-Version, "
                        + "Mcp-Method, Mcp-Name").utf8
                )
            )
            add("Access-Control-Max-Age", Array("600".utf8))
        } else {
            add(
                "Access-Control-Expose-Headers",
                Array(
                    "Date, ETag, Location, Link, Progress-Directive, Retry-After, Preference-Applied, X-Request-ID".utf8
                )
            )
        }
    }
}

/// Whether a write comes from a page of this service: browsers also send cookies with requests from other sites.
enum SameOrigin {
    /// For writes that a cookie authorizes: a header must prove that the page belongs to this service.
    static func isProven(_ headers: CallHeaders) -> Bool {
        if let origin = headers.text("origin") { return isOwn(origin, headers) }
        return headers.text("sec-fetch-site") == "same-origin"
    }

    /// For writes without a token: whether the browser says that another site asks. Browsers send
    /// `Sec-Fetch-Site` only to loopback and over TLS (Fetch standard); other addresses get `Origin` alone.
    static func isDenied(_ headers: CallHeaders, allowed origins: [String]) -> Bool {
        let site = headers.text("sec-fetch-site")
        let isOtherSite = site == "cross-site" || site == "same-site"
        guard let origin = headers.text("origin") else { return isOtherSite }
        return (isOtherSite || site == nil) && !isOwn(origin, headers) && !origins.contains(origin)
    }

    /// Ignores the scheme: after a TLS proxy the service does not know it.
    private static func isOwn(_ origin: String, _ headers: CallHeaders) -> Bool {
        guard let scheme = origin.firstRange(of: "://"), let host = headers.text("host") else { return false }
        return origin[scheme.upperBound...].lowercased() == host.lowercased()
    }
}
