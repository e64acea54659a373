import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5, **Lists**: random filters, orders and pages against a slow and obvious model.
struct ListModelTests {
    private final class World {
        let server: LiveServer
        let client: HTTPClient
        var generator: SeededGenerator
        var count = 0

        init(seed: UInt64) throws {
            server = try LiveServer { $0.threads = 2 }
            client = HTTPClient(server)
            generator = SeededGenerator(seed: seed)
        }

        var nodes: [JSON] { client.get("/v1/progress?limit=500").json.items.list }

        func create() {
            count += 1
            var members = ["\"totalUnitCount\":\(1 + generator.number(below: 3))"]
            if !generator.chance(4) {
                members.append("\"name\":\"\(["job-", "night-"][generator.number(below: 2)])\(count)\"")
            }
            if generator.chance(2) { members.append("\"estimatedTimeRemaining\":\(generator.number(below: 4) * 10)") }
            if generator.chance(2) {
                let team = ["Data", "web", "first web"][generator.number(below: 3)]
                members.append("\"labels\":{\"team\":\"\(team)\",\"shift\":\"Night\"}")
            }
            // The description has its words from `userInfo`, where the model finds them.
            if generator.chance(3) {
                members.append(#""localizedDescription":"The First One","userInfo":{"said":"The First One"}"#)
            }
            // Equal times happen, too, but not roots of one millisecond, which the model cannot order.
            server.clock.advance(seconds: 0.001)
            _ = client.create("{\(members.joined(separator: ","))}")
        }

        func change() {
            guard let id = nodes.randomElement(using: &generator)?.id.string else { return }
            if generator.chance(2) { server.clock.advance(seconds: Double(generator.number(below: 3))) }
            switch generator.number(below: 6) {
            case 0: client.complete(id, 1)
            case 1: _ = client.post("/v1/progress/\(id)/cancel")
            case 2: _ = client.patch("/v1/progress/\(id)", #"{"labels":{"team":"web"}}"#)
            case 3:
                count += 1
                _ = client.patch("/v1/progress/\(id)", "{\"name\":\"job-\(count)\"}")
            case 4: _ = client.patch("/v1/progress/\(id)", #"{"labels":{"shift":null},"estimatedTimeRemaining":null}"#)
            default: _ = client.delete("/v1/progress/\(id)")
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `pages are those of the model`(seed: UInt64) throws {
        let world = try World(seed: seed)
        for _ in 0..<40 { world.create() }

        for _ in 0..<25 {
            world.create()
            world.change()
            let question = ListModel.question(&world.generator)
            let limit = [1, 3, 7, 50].randomElement(using: &world.generator) ?? 50
            var found: [String] = []
            var cursor: String?
            repeat {
                let next = cursor.map { "&cursor=\($0)" } ?? ""
                let page = world.client.get(
                    "/v1/progress?\(question.query.joined(separator: "&"))&limit=\(limit)\(next)"
                ).json
                found += page.items.list.compactMap(\.id.string)
                cursor = page.nextCursor.string
            } while cursor != nil

            #expect(found == ListModel.answer(question, among: world.nodes), "\(question.query)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `what stays as it is comes once, whatever else changes between pages`(seed: UInt64) throws {
        let world = try World(seed: 100 + seed)
        for _ in 0..<60 { world.create() }

        for _ in 0..<6 {
            let question = ListModel.question(&world.generator)
            let before = world.nodes
            var found: [String] = []
            var cursor: String?
            repeat {
                let next = cursor.map { "&cursor=\($0)" } ?? ""
                let page = world.client.get("/v1/progress?\(question.query.joined(separator: "&"))&limit=5\(next)").json
                found += page.items.list.compactMap(\.id.string)
                cursor = page.nextCursor.string
                world.change()
            } while cursor != nil

            let after = Set(world.nodes.map(\.description))
            let steady = before.filter { after.contains($0.description) }
            let wanted = ListModel.answer(question, among: steady)
            let kept = Set(wanted)
            #expect(found.filter { kept.contains($0) } == wanted, "\(question.query)")
        }
    }
}
