#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the service says when it refuses a call: an RFC 9457 problem document.
public struct Problem: Sendable, Codable, Hashable {
    /// `/problems/<slug>`, a page of the service that explains it.
    public var type: String
    /// The same for every problem of this type.
    public var title: String
    /// The status of the reply, 400 to 599.
    public var status: Int
    /// What happened this time, with the numbers.
    public var detail: String?
    /// The path of the request.
    public var instance: String?
    /// A JSON pointer to the member at fault, if one is.
    public var field: String?

    /// The last part of `type`: `not-found`, `name-taken`.
    public var slug: String { type.split(separator: "/").last.map(String.init) ?? type }

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

extension Problem: CustomStringConvertible {
    /// One line for people, without a period.
    public var description: String {
        var text = "\(status), \(detail ?? title)"
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
