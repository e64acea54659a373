/// The service's refusal of a call: an RFC 9457 problem document.
public struct Problem: Sendable, Codable, Hashable {
    /// `/problems/<slug>`, a page of the service that explains it.
    public var type: String
    /// A title, equal for every problem of this type; empty if something else has answered.
    public var title: String
    /// The status of the reply, 400 to 599; any, if something else has answered.
    public var status: Int
    /// A description of this occurrence, with the numbers.
    public var detail: String?
    /// The path of the request.
    public var instance: String?
    /// A JSON pointer to the member at fault, if there is one.
    public var field: String?

    /// The last part of `type`: `not-found`, `name-taken`.
    public var slug: String { type.split(separator: "/").last.map(String.init) ?? type }
}

extension Problem: CustomStringConvertible {
    /// One line for people, without a period.
    public var description: String {
        let said = detail ?? title
        var text = said.isEmpty ? "\(status)" : "\(status), \(said)"
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
