#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The address of the service, and the credentials for it.
///
/// The calls go straight to the service, one request each, wait at most two seconds, and throw errors. Work that
/// reports its progress uses `RemoteProgress` instead, which never waits for the service and never throws because of
/// it.
///
/// A *reference* is the id of a progress, or its name, which means the newest run.
public struct ProgressService: Sendable, Hashable {
    /// `http://host:port`, with a path if a proxy adds one.
    public let url: URL
    /// Sent as `Authorization: Bearer`.
    public var token: String?
    /// The token of the units that a caller has set aside for the first root that is created here. Without a `token`,
    /// calls send it as Bearer once that root exists: it opens the root and everything below it.
    public var reservation: String?
    /// The labels of every root that is created here, unless the root overrides them.
    public var labels: [String: String]
    /// The languages of texts, in the form of `Accept-Language`; nil for the service's own.
    public var acceptLanguage: String?
    /// The longest time that a call may take, unless it waits for something.
    package var patience = Duration.seconds(2)
    /// Whether an empty reason, message, code or role counts as not given, as in forms: a command line cannot say it
    /// otherwise.
    package var leavesOutEmptyTexts = false
    let claimed = ClaimedReservation()

    public init(_ url: URL, token: String? = nil, reservation: String? = nil, labels: [String: String] = [:]) {
        self.url = url
        self.token = token
        self.reservation = reservation
        self.labels = labels
    }

    /// The address for people.
    package var shownAddress: String { ServiceAddress.shown(url.absoluteString) }

    /// The token of `reservation`, once a progress has claimed it and it opens that.
    private var claimedToken: String? { claimed.token.flatMap { $0 == reservation ? $0 : nil } }

    /// Sends one request; returns the reply whatever its status.
    ///
    /// - Parameters:
    ///   - path: already encoded, beginning with a slash.
    ///   - body: JSON, unless a header names another type.
    ///   - timeout: for the whole call; nil for `patience`.
    /// - Throws: `.unreachable`, `.timedOut`, or `.cancelled` when the task is.
    package func call(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: Data? = nil,
        timeout: Duration? = nil
    ) async throws(ServiceError) -> ServiceReply {
        let timeout = timeout ?? patience
        return try await request(method, path, query: query, headers: headers, body: body, timeout: timeout).reply()
    }

    func request(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: Data? = nil,
        timeout: Duration? = .seconds(2),
        silence: Duration? = nil
    ) -> ServiceRequest {
        var headers = headers
        if body != nil, !headers.contains(where: { $0.name == "Content-Type" }) {
            headers.append(("Content-Type", "application/json"))
        }
        if let acceptLanguage { headers.append(("Accept-Language", acceptLanguage)) }
        if let token = token ?? claimedToken, !headers.contains(where: { $0.name == "Authorization" }) {
            headers.append(("Authorization", "Bearer \(token)"))
        }
        let address = ServiceAddress.address(of: url, path, query)
        return ServiceRequest(method, address, headers: headers, body: body, timeout: timeout, silence: silence)
    }
}
