#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The reply of a service, with any status, including errors.
package struct ServiceReply: Sendable {
    package let status: Int
    /// The headers by their names in lower case; the last value if a name comes twice.
    package let headers: [String: String]
    package let body: Data

    package init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the same request may succeed a little later.
    var isPassing: Bool { status >= 500 || status == 429 || status == 408 }

    /// The directive of a reply to a write.
    package var directive: Directive? { headers["progress-directive"].flatMap(Directive.init(rawValue:)) }
}

extension ServiceError {
    /// The error of a reply that is no success. If something other than the service has answered, such as a proxy, it
    /// is `.unreadable`, unless its status says that the service is away or too busy for the time being.
    init(_ reply: ServiceReply) {
        if (try? JSONDecoder().decode(Problem.self, from: reply.body)) != nil || reply.isPassing {
            self = .problem(Problem(reply))
        } else {
            self = .unreadable("it has status \(reply.status), and is no problem document")
        }
    }

    /// Whether the service has no room for a request that waits, or for a stream. It may well answer others.
    package var refusesToWait: Bool {
        guard case .problem(let problem) = self else { return false }
        return ["limit-streams", "limit-client-streams"].contains(problem.slug)
    }
}

extension Problem {
    /// The problem in a reply; if something else has answered, one with no more than the status.
    package init(_ reply: ServiceReply) {
        if let problem = try? JSONDecoder().decode(Problem.self, from: reply.body) {
            self = problem
        } else {
            type = "about:blank"
            title = ""
            status = reply.status
        }
    }
}
