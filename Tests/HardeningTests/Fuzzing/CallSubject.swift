@testable import ProgressHTTP
@testable import ProgressWire

/// Lines of batches, and messages of agents, carried out by a service: each gets one answer in the form that it has to
/// have, without an instruction to a terminal, and no step takes long.
enum CallSubject {
    /// How long inputs become, and how long a step may take.
    struct Bounds {
        var room = 4_096
        /// Nanoseconds of CPU; nil for no limit.
        var longestStep: UInt64?
    }

    static func fault(batch input: [UInt8], _ bounds: Bounds) -> String? {
        let body = Repeated.bytes(input, room: bounds.room)
        let reply = CallWorld().batch(body)
        return fault(inLines: reply, to: body) ?? fault(inSteps: reply, bounds) { CallWorld().batch(body) }
    }

    static func fault(message input: [UInt8], _ bounds: Bounds) -> String? {
        let body = Repeated.bytes(input, room: bounds.room)
        let reply = CallWorld().message(body)
        return fault(inMessage: reply) ?? fault(inSteps: reply, bounds) { CallWorld().message(body) }
    }

    private static func fault(inLines reply: CallWorld.Reply, to body: [UInt8]) -> String? {
        if let fault = hidden(in: reply.body) { return fault }
        guard reply.status == 200 else { return reply.status == 413 ? nil : "is answered \(reply.status)" }
        let sent = body.split(separator: UInt8(ascii: "\n")).filter { line in
            line.contains { !" \t\r".utf8.contains($0) }
        }
        let lines = reply.body.split(separator: UInt8(ascii: "\n"))
        if lines.count != sent.count { return "has \(sent.count) lines, and \(lines.count) answers" }
        for line in lines {
            guard case .object(let members)? = try? JSONReader.parse(Array(line)),
                case .number(let status)? = members["status"],
                let code = status.int64, (200..<500).contains(code) || code == 507
            else { return "is answered \(String(decoding: line.prefix(200), as: UTF8.self))" }
        }
        return nil
    }

    private static func fault(inMessage reply: CallWorld.Reply) -> String? {
        if let fault = hidden(in: reply.body) { return fault }
        if reply.status == 202, reply.body.isEmpty { return nil }
        guard case .object(let members)? = try? JSONReader.parse(reply.body), members["jsonrpc"] == .string("2.0"),
            members["id"] != nil, (members["result"] == nil) != (members["error"] == nil)
        else { return "is answered \(reply.status) \(String(decoding: reply.body.prefix(200), as: UTF8.self))" }
        return nil
    }

    /// A control that a terminal or the eye would obey; nil if there is none.
    private static func hidden(in bytes: [UInt8]) -> String? {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x0A: continue
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E: return "is answered with U+\(String(scalar.value, radix: 16))"
            default: continue
            }
        }
        return nil
    }

    /// The machine does other work, too, so the shortest of several attempts counts as the input's cost.
    private static func fault(
        inSteps reply: CallWorld.Reply,
        _ bounds: Bounds,
        _ again: () -> CallWorld.Reply
    ) -> String? {
        guard let limit = bounds.longestStep else { return nil }
        var least = reply.longestStep
        for _ in 0..<4 where least > limit { least = min(least, again().longestStep) }
        return least > limit ? "takes a step of \(least / 1_000_000) ms" : nil
    }
}
