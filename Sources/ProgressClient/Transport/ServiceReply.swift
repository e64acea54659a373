#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What a service answered: any status, also an error.
package struct ServiceReply: Sendable {
    package let status: Int
    /// By name in lower case; the last value where a name comes twice.
    package let headers: [String: String]
    package let body: Data

    package init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the same request may be answered otherwise a little later.
    var isPassing: Bool { status >= 500 || status == 429 || status == 408 }

    /// The directive of a reply to a write.
    package var directive: Directive? { headers["progress-directive"].flatMap(Directive.init(rawValue:)) }
}

extension Problem {
    /// The problem in a reply, or one that says no more than its status, where something else answered.
    package init(_ reply: ServiceReply) {
        if let problem = try? JSONDecoder().decode(Problem.self, from: reply.body) {
            self = problem
        } else {
            type = "about:blank"
            title = "Status \(reply.status)"
            status = reply.status
        }
    }
}
