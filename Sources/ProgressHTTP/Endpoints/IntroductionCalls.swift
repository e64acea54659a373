import ProgressWire

/// Calls with which the service introduces itself to newcomers.
struct IntroductionCalls {
    let prefix: PathPrefix

    /// In the heads of `/`, `/v1` and `/docs` (RFC 8631).
    static func links(below prefix: PathPrefix) -> [UInt8] { prefix.placed(inLinks: Array(links.description.utf8)) }

    private static let links: StaticString = """
        </openapi.yaml>; rel="service-desc"; type="application/yaml", \
        </openapi.json>; rel="service-desc"; type="application/json", </docs>; rel="service-doc"; type="text/html"
        """

    /// `GET /v1`: where its parts are.
    func introduce(_ answer: Answer) {
        answer.cacheControl = "no-cache"
        answer.link = Self.links(below: prefix)
        answer.body.append(
            #"{"name":"progressd","links":{"progress":"/v1/progress","events":"/v1/events","batch":"/v1/batch","#
                as StaticString
        )
        answer.body.append(
            #""session":"/v1/session","description":"/openapi.yaml","documentation":"/docs","problems":"/problems","#
                as StaticString
        )
        answer.body.append(#""dashboard":"/"}}"# as StaticString)
        answer.body = prefix.placed(inJSON: answer.body)
    }

    /// `/.well-known/api-catalog` (RFC 9727), as a link set (RFC 9264).
    func catalog(_ answer: Answer) {
        answer.contentType = #"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#
        answer.cacheControl = "no-cache"
        answer.link = prefix.placed(inLinks: Array(#"</.well-known/api-catalog>; rel="api-catalog""#.utf8))
        answer.body.append(
            #"{"linkset":[{"anchor":"/v1","service-desc":[{"href":"/openapi.yaml","type":"application/yaml"},"#
                as StaticString
        )
        answer.body.append(
            #"{"href":"/openapi.json","type":"application/json"}],"service-doc":[{"href":"/docs","type":"text/html"}],"#
                as StaticString
        )
        answer.body.append(#""status":[{"href":"/healthz","type":"text/plain"}]}]}"# as StaticString)
        answer.body = prefix.placed(inJSON: answer.body)
    }

    /// `/problems`: every kind, with its page.
    func listProblems(_ answer: Answer) {
        answer.contentType = "text/html; charset=utf-8"
        answer.cacheControl = "public, max-age=3600"
        answer.contentSecurityPolicy = ProblemPages.policy
        answer.body = prefix.placed(inHTML: ProblemPages.index)
    }
}
