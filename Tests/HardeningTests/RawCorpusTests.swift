import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Raw bytes: no second request is smuggled in, each connection is answered or closed in time, and the service is well.
struct RawCorpusTests {
    private let guarded: Guarded

    init() throws { guarded = try Guarded { $0.maximumBodyBytes = 10_000 } }

    @Test(arguments: RawCase.all) func `nothing is smuggled, and the connection is answered or closed`(one: RawCase) {
        let client = HTTPClient(guarded.server)

        client.socket.send(one.bytes)
        if one.endsSending { client.socket.finishSending() }

        switch one.outcome {
        case .answered(let statuses):
            expectReply(client, statuses)
        case .lenient:
            expectReply(client, [200, 400])
        case .refused:
            let text = String(decoding: client.socket.rest(until: Moment.now() + Self.patience), as: UTF8.self)
            #expect(client.socket.isAtEnd)
            #expect(text.isEmpty || Self.refusals.contains(text.dropFirst(9).prefix(3)), "\(text)")
            // A request that libmicrohttpd itself refuses may be answered with two heads.
            #expect(!text.contains("HTTP/1.1 2"), "\(text)")
        case .last(let status):
            #expect(client.reply(within: Self.patience).status == status)
            #expect(client.isEnded(within: Self.patience))
        case .completed(let count):
            for _ in 0..<count { #expect(client.reply(to: "POST", within: Self.patience).status == 200) }
            #expect(guarded.client.complete("guarded", -Int64(count)).json.completedUnitCount.int == 1)
        }
        expectWell(one)
    }

    /// Expects one reply with one of these statuses, and that the next request is the next to be answered.
    private func expectReply(_ client: HTTPClient, _ statuses: [Int]) {
        let reply = client.reply(within: Self.patience)
        #expect(statuses.contains(reply.status), "\(reply.status) \(reply.text)")
        client.socket.send(RawCase.health)
        let next = client.reply(within: Self.patience)
        #expect(next.text == "ok\n" || next.status == 0 && client.socket.isAtEnd, "\(next.status) \(next.text)")
    }

    private func expectWell(_ one: RawCase) {
        let well = HTTPClient(guarded.server)
        #expect(well.get("/healthz").text == "ok\n")
        if case .completed = one.outcome { return }
        guarded.expectUnchanged()
    }

    /// Seconds. Of a thousand clients that end their sending in the middle of a request, libmicrohttpd misses the end
    /// of ten, where it comes with the last bytes: these meet the deadline of a head or a body.
    private static let patience = 33.0

    private static let refusals: [Substring] = ["400", "408", "413", "414", "431", "501", "505"]

    @Test func `the corpus is as large as it says`() {
        #expect(RawCase.all.count >= 150)
        #expect(RawCase.lengths.count >= 20 && RawCase.codings.count >= 15 && RawCase.chunkings.count >= 19)
        #expect(Set(RawCase.all.map(\.name)).count == RawCase.all.count)
    }
}
