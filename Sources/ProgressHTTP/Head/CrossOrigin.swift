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
                    ("Authorization, Content-Type, If-Match, If-None-Match, Prefer, Last-Event-ID, Progress-Directive, "
                        + "Progress-Reservation, X-Request-ID, traceparent, tracestate, baggage, MCP-Protocol-Version, "
                        + "Mcp-Method, Mcp-Name").utf8
                )
            )
            add("Access-Control-Max-Age", Array("600".utf8))
        } else {
            add(
                "Access-Control-Expose-Headers",
                Array(
                    "ETag, Location, Link, Progress-Directive, Retry-After, Preference-Applied, X-Request-ID".utf8
                )
            )
        }
    }
}
