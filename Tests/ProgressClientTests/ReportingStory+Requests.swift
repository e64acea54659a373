import FoundationEssentials
import ProgressClient
import Synchronization

/// The requests that a row expects, and their answers.
extension ReportingStory {
    /// The request that the row expects now, and its answer.
    func answer(_ entry: ReportingRow.Entry, _ now: Double, _ silentUntil: inout Double?) throws {
        let index = state.withLock { state in
            defer { state.count += 1 }
            return state.count
        }
        try expect(world.sent.count > index, "nothing left at \(now)")
        let request = world.sent[index]
        let isBatch = request.address.hasSuffix("/v1/batch")
        let expected = entry.request ?? [entry.alone].compactMap { $0 }
        try expect(isBatch == (entry.alone == nil), "\(request.line) at \(now)")
        let lines = isBatch ? request.lines : [alone(request)]
        try expect(lines.count == expected.count, "\(request.text) at \(now)")
        let order = lines.map { line in expected.firstIndex { fits(line, $0) } }
        let isPermuted = Set(order.compactMap { $0 }).count == lines.count
        let indices = isPermuted ? order.compactMap { $0 } : Array(lines.indices)
        for (line, index) in zip(lines, indices) { try compare(line, expected[index]) }
        if entry.alone != nil {
            try expect(!request.headers.contains { $0.name == "Authorization" }, "\(request.headers)")
        }
        if let authorization = entry.authorization {
            try expect(
                request.headers.first { $0.name == "Authorization" }?.value == authorization,
                "\(request.headers)"
            )
        }
        switch entry.reply {
        case "refused": world.answer(.failure(.unreachable("connection refused")))
        case "lost": world.answer(.failure(.unreachable("the connection broke")))
        case "silent": silentUntil = now + 2
        case "closed":
            // libcurl itself repeats a request whose kept connection was closed; that has no effect here.
            state.withLock { $0.count -= 1 }
        case .object(let reply)?:
            guard case .integer(let status)? = reply["status"], case .string(let body)? = reply["body"] else { return }
            world.answer(.success(ServiceReply(status: Int(status), body: Data(body.utf8))))
        case .array(let replies)?:
            let given = zip(lines, indices).filter { $1 < replies.count }
            reply(given.map { (line: $0, answer: replies[$1]) }, isBatch)
        default: reply(lines.map { (line: $0, answer: .object([:])) }, isBatch)
        }
        // A lost progress is created once more.
        state.withLock { state in for index in state.made.indices { state.made[index].made.isCreated = false } }
        world.advance()
    }

    private func reply(_ answers: [(line: JSONValue, answer: JSONValue)], _ isBatch: Bool) {
        let replies = answers.map { usual($0.line, $0.answer) }
        guard let first = replies.first else { return }
        if isBatch {
            world.answerBatch(
                replies.map { String(decoding: (try? ServiceCoding.encode($0)) ?? Data(), as: UTF8.self) }
            )
        } else if case .integer(let status)? = first["status"], case .object(let headers)? = first["headers"] {
            let texts = headers.compactMapValues { if case .string(let text) = $0 { text } else { nil } }
            let fields = Dictionary(uniqueKeysWithValues: texts.map { ($0.key.lowercased(), $0.value) })
            world.answer(.success(ServiceReply(status: Int(status), headers: fields)))
        }
    }

    private func usual(_ line: JSONValue, _ answer: JSONValue) -> JSONValue {
        guard case .string(let path)? = line["path"] else { return answer }
        let isCreate = line["method"] == "PUT" || path.hasSuffix("/children") || path == "/v1/progress"
        var headers: [String: JSONValue] = ["Progress-Directive": answer["directive"] ?? "run"]
        var id: String?
        if case .string(let given)? = answer["id"] { id = given }
        if id == nil, isCreate, answer["status"] == nil { id = created(line, path) }
        if let id {
            headers["Location"] = .string("/v1/progress/\(id)")
            headers["ETag"] = .string("\"\(id).node.en.1\"")
        }
        var reply: [String: JSONValue] = [
            "status": answer["status"] ?? (isCreate ? 201 : 204), "headers": .object(headers),
        ]
        if let body = answer["body"] { reply["body"] = body }
        return .object(reply)
    }

    /// The name in the row of what this line creates: the first that fits.
    private func created(_ line: JSONValue, _ path: String) -> String? {
        state.withLock { state in
            let ids = Dictionary(state.made.map { ($0.name, $0.made.node.id) }) { $1 }
            let isChild = path.hasSuffix("/children")
            let above = isChild ? path.split(separator: "/")[2] : nil
            let index = state.made.indices.first { index in
                let made = state.made[index].made
                guard made.node.id == nil, !made.isCreated else { return false }
                if made.node.isOrphan || made.parent == nil { return !isChild }
                return isChild && made.parent.flatMap { ids[$0] ?? nil }.map { $0 == above ?? "" } == true
            }
            guard let index else { return nil }
            state.made[index].made.isCreated = true
            return state.made[index].name
        }
    }

    private func alone(_ request: ServiceRequest) -> JSONValue {
        let path = String(request.address.dropFirst("http://127.0.0.1:1".count))
        let headers = request.headers.map { ($0.name, JSONValue.string($0.value)) }
        return [
            "method": .string(request.method), "path": .string(path), "body": .object(request.json),
            "headers": .object(Dictionary(headers) { $1 }),
        ]
    }

    private func compare(_ line: JSONValue, _ expected: ReportingRow.Line) throws {
        guard case .string(let method)? = line["method"], case .string(let path)? = line["path"] else { return }
        var call = expected.call
        for (name, made) in state.withLock(\.made) {
            call = call.replacing("<\(name)>", with: made.node.id ?? name)
        }
        try expect("\(method) \(path)" == call, "\(line) is not \(call)")
        for (member, value) in expanded(expected.body ?? [:]) {
            try same(line["body"]?[member], value, "\(member) of \(line)")
        }
        for member in expected.without ?? [] { try expect(line["body"]?[member] == nil, "\(member) in \(line)") }
        for (name, value) in expected.headers ?? [:] {
            try same(line["headers"]?[name], .string(value), "\(name) of \(line)")
        }
    }

    /// Whether this line is the expected one: members have no order here, so that of the lines they go in is open.
    private func fits(_ line: JSONValue, _ expected: ReportingRow.Line) -> Bool {
        guard case .string(let method)? = line["method"], method == "PATCH", expected.call.hasPrefix("PATCH") else {
            return false
        }
        return (expected.body ?? [:]).allSatisfy { line["body"]?[$0.key] == $0.value }
    }

    /// Compares values; `<key:1>` matches any text, which must be the same wherever the row has it.
    private func same(_ found: JSONValue?, _ expected: JSONValue, _ what: String) throws {
        guard case .string(let key) = expected, key.hasPrefix("<"), key.hasSuffix(">") else {
            return try expect(found == expected, what)
        }
        guard case .string(let text)? = found else { throw Fault(description: what) }
        let isRight = state.withLock { state in
            defer { state.known[key] = text }
            return state.known.allSatisfy { ($0.value == text) == ($0.key == key) }
        }
        try expect(isRight, what)
    }
}
