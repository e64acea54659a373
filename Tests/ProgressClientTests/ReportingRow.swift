import ProgressClient
import Testing

/// A row of `Tests/clients/reporting`, whose README says what it means.
struct ReportingRow: Decodable, Sendable, CustomTestStringConvertible {
    struct Settings: Decodable, Sendable {
        var token: String?
        var reservation: String?
        var labels: [String: String]?
    }

    struct Line: Decodable, Sendable {
        var call: String
        var body: [String: JSONValue]?
        var without: [String]?
        var headers: [String: String]?
    }

    struct Entry: Decodable, Sendable {
        var at: Double
        var work: String?
        var of: String?
        var name: String?
        var parent: String?
        var pendingUnitCount: Int64?
        var members: [String: JSONValue]?
        var count: JSONValue?
        var message: String?
        var code: String?
        var request: [Line]?
        var alone: Line?
        var authorization: String?
        var reply: JSONValue?
        var directive: [String: String]?
        var warnings: [String]?
    }

    var name: String
    var rule: Int
    var settings: Settings?
    var story: [Entry]

    var testDescription: String { "rule \(rule): \(name)" }

    /// Counts of this client are integers.
    var hasFractions: Bool {
        story.contains { entry in if case .number? = entry.count { true } else { false } }
    }
}
