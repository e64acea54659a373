import TestKit
import TestSupport

/// The items of a list, in order, worked out from all snapshots in the slowest and plainest way.
struct ListModel {
    /// A query, and its meaning.
    struct Question {
        var query: [String] = []
        var matches: [(JSON) -> Bool] = []
        var precedes: (JSON, JSON) -> Bool
    }

    private static let orders = ["createdAt", "name", "-name", "-updatedAt", "remaining", "-duration"]

    static func question(_ generator: inout SeededGenerator) -> Question {
        let order = orders[generator.number(below: orders.count)]
        var question = Question(query: ["sort=\(order)"], precedes: { Self.precedes($0, $1, by: order) })
        if generator.chance(3) {
            let start = ["job-", "job-1", "night", ""][generator.number(below: 4)]
            question.query.append("name=\(start)*")
            question.matches.append { $0.name.string?.hasPrefix(start) == true }
        }
        if generator.chance(3) {
            let (key, value) = (
                ["team", "shift"][generator.number(below: 2)], ["Data", "web"][generator.number(below: 2)]
            )
            switch generator.number(below: 4) {
            case 0: question.ask("label=\(key)") { !$0.labels[key].isMissing }
            case 1: question.ask("label=!\(key)") { $0.labels[key].isMissing }
            case 2: question.ask("label=\(key):\(value)") { $0.labels[key].string == value }
            default: question.ask("label=!\(key):\(value)") { $0.labels[key].string != value }
            }
        }
        if generator.chance(3) {
            let words = ["data", "JOB wEb", "night data", "first", "2"][generator.number(below: 5)]
            question.ask("q=\(words.split(separator: " ").joined(separator: "%20"))") { node in
                words.lowercased().split(separator: " ").allSatisfy { word in
                    ([node.name, node.labels.team, node.labels.shift, node.userInfo.said].compactMap(\.string))
                        .contains { $0.lowercased().contains(word) }
                }
            }
        }
        if generator.chance(3) {
            question.ask("state=ended") { ["finished", "failed", "cancelled"].contains($0.state.string) }
        }
        return question
    }

    /// The ids of a whole list.
    static func answer(_ question: Question, among nodes: [JSON]) -> [String] {
        nodes.filter { node in question.matches.allSatisfy { $0(node) } }.sorted(by: question.precedes)
            .compactMap(\.id.string)
    }

    private static func precedes(_ one: JSON, _ other: JSON, by order: String) -> Bool {
        let isDescending = order.hasPrefix("-")
        let ids = (one.id.string ?? "") < (other.id.string ?? "")
        if order.hasSuffix("name") {
            return compare(one.name.string, other.name.string, isDescending) ?? ids
        }
        return compare(number(one, order), number(other, order), isDescending) ?? ids
    }

    private static func number(_ node: JSON, _ order: String) -> Double? {
        switch order {
        case "remaining": return node.estimatedTimeRemaining.double
        case "-updatedAt": return node.updatedAt.string.map(seconds)
        case "-duration": return node.endedAt.string.map { seconds($0) - seconds(node.createdAt.string ?? "") }
        default: return node.createdAt.string.map(seconds)
        }
    }

    /// Seconds of the day, exact to the millisecond.
    private static func seconds(_ time: String) -> Double {
        let parts = time.dropFirst(11).dropLast().split(separator: ":").compactMap { Double($0) }
        return ((parts[0] * 3_600 + parts[1] * 60 + parts[2]) * 1_000).rounded()
    }

    /// Nil where both are equal, or both are missing.
    private static func compare<Value: Comparable>(_ one: Value?, _ other: Value?, _ isDescending: Bool) -> Bool? {
        guard let one else { return other == nil ? nil : false }
        guard let other else { return true }
        return one == other ? nil : (one < other) != isDescending
    }
}

extension ListModel.Question {
    fileprivate mutating func ask(_ parameter: String, _ condition: @escaping (JSON) -> Bool) {
        query.append(parameter)
        matches.append(condition)
    }
}
