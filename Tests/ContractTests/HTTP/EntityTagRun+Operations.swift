import TestKit

extension EntityTagRun {
    func operate() throws {
        guard let node = nodes.randomElement(using: &generator), !chance(16) else { return create() }
        // Few nodes meet each other more often, and every reply is short.
        if nodes.count > 14 { return remove(node) }
        switch Int.random(in: 0..<32, using: &generator) {
        case 0..<4: createChild(under: node)
        case 4..<6: attach(to: node)
        case 6..<10: complete(node)
        case 10..<13: patchCounts(node)
        case 13..<16: patchDetails(node)
        case 16..<22: control(node)
        case 22: fail(node)
        case 23..<25: remove(node)
        case 25: heartbeat(node)
        case 26..<28: reserve(node)
        case 28: try stall(below: node)
        case 29: try letReservationExpire(node)
        default: try letTimePassOrRestart()
        }
    }

    // MARK: Creating

    private func create() {
        note("create")
        let headers = tokens.isEmpty || chance(2) ? [:] : ["Progress-Reservation": tokens.removeLast()]
        take(client.post("/v1/progress", progress(levels: 3), headers))
    }

    private func createChild(under node: String) {
        note("create below \(node)")
        take(client.post("/v1/progress/\(node)/children", progress(levels: 2, pending: pending())))
    }

    /// A random tree, with worthless children and finished nodes in the middle.
    private func progress(levels: Int, pending: Int? = nil) -> String {
        let total = Int.random(in: 0...3, using: &generator)
        var members = ["\"totalUnitCount\":\(total)"]
        if let pending { members.append("\"pendingUnitCount\":\(pending)") }
        if chance(3) { members.append("\"completedUnitCount\":\(chance(4) ? 1 : total)") }
        if chance(4) { members.append("\"kind\":\"file\",\"fileTotalCount\":2,\"fileCompletedCount\":1") }
        if chance(6) { members.append("\"throughput\":2.5,\"estimatedTimeRemaining\":7") }
        if chance(5) { members.append("\"userInfo\":{\"n\":\(total)}") }
        if chance(12) { members.append("\"removeWhenFinished\":true") }
        if levels > 0 && !chance(3) {
            let children = (0...Int.random(in: 0...1, using: &generator)).map { _ in
                progress(levels: levels - 1, pending: self.pending())
            }
            members.append("\"children\":[\(children.joined(separator: ","))]")
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func pending() -> Int { chance(2) ? 0 : Int.random(in: 1...2, using: &generator) }

    private func take(_ reply: Reply) {
        guard reply.status == 201 else { return }
        func add(_ node: JSON) {
            nodes.append(node.id.string ?? "")
            for child in node.children.list { add(child) }
        }
        add(client.get("/v1/progress/\(reply.id)/tree").json)
    }

    private func attach(to node: String) {
        guard let child = nodes.randomElement(using: &generator) else { return }
        let root = client.snapshot(child).rootID.string ?? child
        note("attach \(root) to \(node)")
        _ = client.post("/v1/progress/\(node)/children", "{\"childID\":\"\(root)\",\"pendingUnitCount\":\(pending())}")
    }

    // MARK: Writing

    private func complete(_ node: String) {
        let count = Int64.random(in: -1...3, using: &generator)
        note("complete \(node) by \(count)")
        client.complete(node, count)
    }

    private func patchCounts(_ node: String) {
        let (total, completed) = (Int.random(in: -1...4, using: &generator), Int.random(in: -1...4, using: &generator))
        note("\(node) becomes \(completed) of \(total)")
        _ = client.patch("/v1/progress/\(node)", "{\"totalUnitCount\":\(total),\"completedUnitCount\":\(completed)}")
    }

    private func patchDetails(_ node: String) {
        let number = Int.random(in: 0...2, using: &generator)
        let patches = [
            "{\"userInfo\":{\"n\":\(number)}}", "{\"labels\":{\"job\":\"\(number)\"}}", "{\"isPausable\":true}",
            "{\"localizedDescription\":\"text \(number)\"}", "{\"kind\":null}", "{\"throughput\":\(number)}",
            "{\"estimatedTimeRemaining\":null}", "{\"fileURL\":\"file:///\(number)\"}", "{\"removeWhenFinished\":true}",
        ]
        let patch = patches.randomElement(using: &generator) ?? "{}"
        note("patch \(node) with \(patch)")
        _ = client.patch("/v1/progress/\(node)", patch)
    }

    private func control(_ node: String) {
        let verb = ["pause", "resume", "pause", "resume", "cancel"].randomElement(using: &generator) ?? "pause"
        // Mostly from the top, so that there is something to pass over.
        let top = chance(3) ? node : client.snapshot(node).rootID.string ?? node
        note("\(verb) \(top)")
        _ = client.post("/v1/progress/\(top)/\(verb)")
    }

    private func fail(_ node: String) {
        note("fail \(node)")
        _ = client.post("/v1/progress/\(node)/fail", #"{"message":"broken"}"#)
    }

    private func remove(_ node: String) {
        note("remove \(node)")
        _ = client.delete("/v1/progress/\(node)" + (chance(2) ? "?pending=release" : ""))
    }

    private func heartbeat(_ node: String) {
        note("heartbeat of \(node)")
        _ = client.post("/v1/progress/\(node)/heartbeat")
    }

    private func reserve(_ node: String) {
        note("reserve or resign at \(node)")
        if let token = tokens.last, chance(2) {
            tokens.removeLast()
            _ = client.delete("/v1/reservations/\(token)")
            return
        }
        let reply = client.post("/v1/progress/\(node)/reservations", "{\"pendingUnitCount\":\(pending())}")
        if let token = reply.json.token.string { tokens.append(token) }
    }

    // MARK: Time

    /// Leases and reservations are so short that the look for them comes at once in real time as well.
    private func stall(below node: String) throws {
        note("stall below \(node)")
        let lease = #"{"totalUnitCount":5,"leaseSeconds":0.01,"pendingUnitCount":0}"#
        let child = client.post("/v1/progress/\(node)/children", lease)
        guard child.status == 201 else { return }
        take(child)
        guard child.json.state.string == "running" else { return }
        try advance(1) { client.snapshot(child.id).state.string == "stalled" }
    }

    private func letReservationExpire(_ node: String) throws {
        note("a reservation of \(node) expires")
        let before = client.snapshot(node)
        let reply = client.post(
            "/v1/progress/\(node)/reservations",
            #"{"pendingUnitCount":1,"expiresIn":0.01}"#
        )
        guard reply.status == 201 else { return }
        try advance(1) {
            let now = client.snapshot(node)
            return now.isMissing || now.id.string == nil || now.completedUnitCount != before.completedUnitCount
        }
    }

    private func letTimePassOrRestart() throws {
        if chance(3) { return try restart() }
        note("time passes")
        let seconds = Double(Int.random(in: 1...3, using: &generator))
        try advance(seconds) { true }
    }
}
