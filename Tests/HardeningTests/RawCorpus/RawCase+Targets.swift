extension RawCase {
    private static func post(_ target: String, _ host: String = "127.0.0.1") -> String {
        "POST \(target) HTTP/1.1\r\nHost: \(host)\r\n\(json)\(length)\r\n\(nothing)"
    }

    /// Paths and queries: percent, dots, NUL, overlong UTF-8.
    static let targets: [RawCase] =
        [
            "/v1/progress/guarded/completed-units%00", "/v1/progress/guarded%00/completed-units",
            "/v1/progress/guarded%2Fcompleted-units", "/v1/progress/%2e%2e/progress/guarded/completed-units",
            "/v1/progress/../progress/guarded/completed-units", "/v1/./progress/guarded/completed-units",
            "//v1/progress/guarded/completed-units", "/v1/progress//guarded/completed-units",
            "/v1/progress/guarded/completed-units/", "/v1/progress/guarded/completed-units/.",
            "/v1/progress/guarded/completed-units;x=y", "/v1/progress/guarded/completed-units%3Fx",
            "/v1\\progress\\guarded\\completed-units", "/V1/progress/guarded/completed-units",
            "/v1/progress/GUARDED/completed-units", "/v1/progress/guarded%/completed-units",
            "/v1/progress/guarded%4/completed-units", "/v1/progress/guarded%zz/completed-units",
            "/v1/progress/%2567uarded/completed-units", "/v1/progress/%u0067uarded/completed-units",
            "/v1/progress/%c1%a7uarded/completed-units", "/v1/progress/%e0%81%a7uarded/completed-units",
            "/v1/progress/%f0%80%81%a7uarded/completed-units", "/v1/progress/%ed%a0%80/completed-units",
            "/v1/progress/%ff%fe/completed-units", "/v1/progress/%c0%ae%c0%ae/completed-units",
            "/v1/progress/guarded%0d%0aX:%20y/completed-units", "/v1/progress/guarded%20/completed-units",
            "/v1/progress/%E2%80%AEguarded/completed-units", "/v1/progress/guarded#/completed-units", "/*",
            "/v1/progress/guarded/completed-units\u{E4}",
        ].map { RawCase("target: " + $0, post($0), .answered([404, 405])) }
        + [
            RawCase("target: an asterisk", post("*"), .answered([400])),
            RawCase("target: an absolute form without a host", post("http:///v1/progress"), .answered([400])),
        ]
        + ["?%00", "?a=%0d%0aX:%20y", "?&&&&", "?=", "?a=b=c", "?%zz", "?a[]=1", "?../..", "?a=%c0%af"].map {
            RawCase("query: " + $0, post("/v1/progress/guarded/completed-units" + $0), .answered([200, 400]))
        }

    /// Host, by itself and against the target.
    static let hosts: [RawCase] =
        [
            "evil.example", "127.0.0.1.evil.example", "evil.example:80", "127.0.0.1@evil.example", "0.0.0.0",
            "10.0.0.1",
            "", "[::1]evil.example", "[::1", "127.0.0.1:80:80", "127.0.0.1, evil.example", "127.0.0.1/",
            "localhost%00.evil",
            "localhost evil.example", "2130706433", "xn--localhost-", "localhost.evil.example", "http://localhost",
        ].map {
            RawCase("host: \($0)", post("/v1/progress/guarded/completed-units", $0), .answered([421, 400]))
        }
        + [
            RawCase("host: two", line + host + host + json + length + "\r\n" + nothing + marked, .refused),
            RawCase(
                "host: two that differ",
                line + host + "Host: evil.example\r\n" + json + length + "\r\n" + nothing + marked,
                .refused
            ),
            RawCase("host: none", line + json + length + "\r\n" + nothing + marked, .refused),
            RawCase(
                "host: folded",
                line + "Host:\r\n 127.0.0.1\r\n" + json + length + "\r\n" + nothing + marked,
                .refused
            ),
            RawCase(
                "host: behind a space",
                line + "Host : 127.0.0.1\r\n" + json + length + "\r\n" + nothing + marked,
                .refused
            ),
            RawCase(
                "host: another one in the target",
                post("http://evil.example/v1/progress/guarded/completed-units"),
                .answered([421])
            ),
            RawCase(
                "host: a port in the loopback's",
                post("/v1/progress/guarded/completed-units", "localhost:1"),
                .answered([200])
            ),
            RawCase("host: IPv6", post("/v1/progress/guarded/completed-units", "[::1]:80"), .answered([200])),
        ]
}
