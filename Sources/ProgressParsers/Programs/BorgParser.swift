/// `borg --log-json --progress`: `create` counts bytes and knows no total; other commands work through operations.
struct BorgParser: OutputParser {
    private struct Message: Decodable {
        let type: String
        let original_size: Int64?
        let operation: Int?
        let msgid: String?
        let message: String?
        let current: Int64?
        let total: Int64?
        let finished: Bool?
    }

    /// The operations by their numbers, in the order in which they began.
    private var operations: [(number: Int, part: Part)] = []
    private var isBytes = false

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        guard let message = JSONLine.decode(Message.self, line) else { return nil }
        switch message.type {
        case "archive_progress": return archive(message)
        case "progress_percent": return percent(message)
        default: return nil
        }
    }

    private func archive(_ message: Message) -> Reading? {
        guard let size = message.original_size else { return nil }
        var reading = Reading(completed: size)
        reading.isBytes = true
        return reading
    }

    private mutating func percent(_ message: Message) -> Reading? {
        guard let number = message.operation, let name = message.msgid else { return nil }
        let index = operations.firstIndex { $0.number == number }
        if message.finished == true, let index {
            operations[index].part.completed = operations[index].part.total ?? operations[index].part.completed
        } else if let current = message.current, let total = message.total, total > 0 {
            let part = Part(title(message.message) ?? name, completed: current, total: total)
            if let index { operations[index].part = part } else { operations.append((number, part)) }
        }
        isBytes = ["extract", "archive.delete"].contains(name) && operations.count == 1
        return operations.isEmpty ? nil : reading
    }

    /// The sum of all operations; their units differ, but each unit counts as a step of the whole.
    private var reading: Reading {
        let parts = operations.map(\.part)
        var reading = Reading(
            completed: parts.reduce(0) { $0 &+ $1.completed },
            total: parts.reduce(0) { $0 &+ ($1.total ?? 0) }
        )
        reading.isBytes = isBytes
        if !isBytes { reading.parts = parts }
        return reading
    }

    /// The text without the percentage at its end: `Checking segments` for `Checking segments 16.7%`.
    private func title(_ message: String?) -> String? {
        guard let message, message.last == "%", let space = message.lastIndex(of: " ") else { return nil }
        let title = message[..<space].trimming { $0 == " " }
        return title.isEmpty ? nil : String(title)
    }
}

extension Substring {
    func trimming(_ isSuperfluous: (Character) -> Bool) -> Substring {
        var rest = drop(while: isSuperfluous)
        while let last = rest.last, isSuperfluous(last) { rest.removeLast() }
        return rest
    }
}
