#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The lines of one request, and their replies.
struct ReportRound: Sendable {
    /// A line, and its node; nil for an errand.
    typealias Entry = (node: ReportedNode?, line: ReportLine)

    /// The maximum number of lines in a request; the rest follows with the next.
    static let capacity = 1_000

    private let capacity: Int
    private(set) var entries: [Entry]
    /// Whether it is a single call, not a batch.
    private(set) var isAlone = false

    init(capacity: Int = Self.capacity, entries: [Entry] = []) {
        self.capacity = capacity
        self.entries = entries
    }

    /// Makes a round of one line, sent as a single call.
    init(alone node: ReportedNode?, _ line: ReportLine) {
        self.init(entries: [(node, line)])
        isAlone = true
    }

    /// Two rounds with half of the lines each, for a service that takes less in one request.
    var halves: [ReportRound] {
        let half = (entries.count + 1) / 2
        return [ReportRound(entries: Array(entries[..<half])), ReportRound(entries: Array(entries[half...]))]
    }

    var isFull: Bool { entries.count >= capacity }

    mutating func add(_ node: ReportedNode?, _ line: ReportLine) { entries.append((node, line)) }

    /// - Throws: `.invalidSetting` for a number that JSON cannot write.
    func request(to service: ProgressService) throws(ServiceError) -> ServiceRequest {
        let lines = entries.map { node, line in node.map { line.authorized(by: $0, at: service) } ?? line }
        if let line = lines.first, isAlone { return try request(of: line, to: service) }
        var body = Data()
        for line in lines {
            body.append(try ServiceCoding.encode(BatchCall(line)))
            body.append(UInt8(ascii: "\n"))
        }
        var headers = [(name: "Content-Type", value: "application/x-ndjson")]
        // The batch itself needs any valid token; each line has its own.
        if let token = lines.lazy.compactMap({ $0.headers["Authorization"] }).first {
            headers.append(("Authorization", token))
        }
        return service.request("POST", "/v1/batch", headers: headers, body: body)
    }

    private func request(of line: ReportLine, to service: ProgressService) throws(ServiceError) -> ServiceRequest {
        var headers = line.headers.map { (name: $0.key, value: $0.value) }
        if line.headers["Prefer"] == nil { headers.append(("Prefer", "return=minimal")) }
        if line.method == "PATCH" { headers.append(("Content-Type", "application/merge-patch+json")) }
        let body: Data? = if let body = line.body { try ServiceCoding.encode(body) } else { nil }
        return service.request(line.method, line.path, query: line.query, headers: headers, body: body)
    }

    /// The replies to the lines, in order.
    ///
    /// - Throws: `.problem` if a batch as a whole was refused, or `.unreadable`.
    func replies(in reply: ServiceReply) throws(ServiceError) -> [ServiceReply] {
        if isAlone { return [reply] }
        guard reply.status == 200 else { throw .problem(Problem(reply)) }
        var replies: [ServiceReply] = []
        for line in reply.body.split(separator: UInt8(ascii: "\n")) {
            replies.append(try ServiceCoding.decode(BatchAnswer.self, from: Data(line)).reply())
        }
        guard replies.count == entries.count else {
            throw .unreadable("\(replies.count) replies to \(entries.count) lines")
        }
        return replies
    }

    private struct BatchCall: Encodable {
        let method: String
        let path: String
        let body: [String: JSONValue]?
        let headers: [String: String]

        init(_ line: ReportLine) {
            method = line.method
            path = line.path + line.query.map { "?\($0.name)=\($0.value)" }.joined()
            body = line.body
            headers = line.headers.merging(["Prefer": "return=minimal"]) { own, _ in own }
        }
    }

    private struct BatchAnswer: Decodable {
        let status: Int
        let headers: [String: String]?
        let body: JSONValue?

        func reply() throws(ServiceError) -> ServiceReply {
            let headers = (headers ?? [:]).map { ($0.key.lowercased(), $0.value) }
            let data = if let body { try ServiceCoding.encode(body) } else { Data() }
            return ServiceReply(status: status, headers: Dictionary(headers) { $1 }, body: data)
        }
    }
}
