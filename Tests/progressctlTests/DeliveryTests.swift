import FoundationEssentials
import ProgressClient
import Testing

@testable import progressctl

/// Notices on their way, and the forms in which they go.
@Suite struct DeliveryTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func notice(_ change: (inout ProgressSnapshot) -> Void = { _ in }) throws -> Notice {
        var progress = try Notice.trial(at: start).progress
        change(&progress)
        return Notice(.failed, progress, at: start)
    }

    @Test func `attempts are over after two days`() throws {
        var delivery = Delivery(try notice(), by: "ops")
        var count = 0
        while delivery.postpone(at: delivery.due, chance: 0.5) { count += 1 }

        #expect(count == 10)
        #expect(delivery.due.timeIntervalSince(start) > 46 * 3_600)
    }

    @Test func `a receiver that asks for time gets it, but no more than an hour`() throws {
        var delivery = Delivery(try notice(), by: "ops")

        var waits: [Double] = []
        for least in [40, 1e9, 0] {
            _ = delivery.postpone(at: start, chance: 0, least: least)
            waits.append(delivery.due.timeIntervalSince(start))
        }

        #expect(waits == [40, 3_600, 108])
    }

    @Test func `each rule has its own deliveries, the one that is due first`() throws {
        var state = NotifyState()
        var late = Delivery(try notice(), by: "ops")
        _ = late.postpone(at: start, chance: 0)
        _ = state.add(late)
        _ = state.add(Delivery(try notice { $0.id = "2" }, by: "ops"))
        _ = state.add(Delivery(try notice(), by: "chat"))

        let first = try #require(state.next(of: "ops"))
        #expect(first.notice.progress.id == "2")
        #expect(state.next(of: "ops", except: [first.notice.id])?.attemptCount == 1)
        state.settle(first, after: nil)
        #expect(state.next(of: "ops")?.attemptCount == 1)
        state.keep(rules: ["chat"])
        #expect(state.deliveries.map(\.rule) == ["chat"])
    }

    @Test func `the oldest go when nobody takes them`() throws {
        var state = NotifyState()
        let delivery = Delivery(try notice(), by: "ops")

        let lost = (0...NotifyState.deliveryLimit).reduce(0) { sum, _ in sum + state.add(delivery) }

        #expect(lost == 1 && state.deliveries.count == NotifyState.deliveryLimit)
    }

    @Test func `a webhook is signed as its specification's example`() throws {
        let key = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let message = #"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#

        let signature = Webhook.signature(of: Array(message.utf8), key: Array(key))

        #expect(Data(signature).base64EncodedString() == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `the headers of a webhook name notice and time, and sign both with the body`() throws {
        let notice = try notice()
        let body = Data("{}".utf8)
        let plain = Webhook(url: "", secret: nil).headers(of: notice, body, at: start)
        let signed = Webhook(url: "", secret: [1, 2, 3]).headers(of: notice, body, at: start)

        #expect(plain.map(\.value) == [notice.id, "1700000000"])
        let signature = Webhook.signature(of: Array("\(notice.id).1700000000.{}".utf8), key: [1, 2, 3])
        #expect(signed.last?.value == "v1,\(Data(signature).base64EncodedString())")
    }

    @Test func `clients' texts stay texts in chats and in mail`() throws {
        let notice = try notice {
            $0.name = nil
            $0.localizedDescription = "<!channel> & co\r\nBcc: all@example.org"
        }
        let mail = Mail(to: ["ops@example.org"], from: "p@example.org", sendmail: "/bin/true")

        let message = mail.message(notice, page: "http://x/1", at: start)
        let header = message.split(separator: "\n\n").first ?? ""

        #expect(Slack.escaped("<!channel> & co") == "&lt;!channel&gt; &amp; co")
        #expect(!notice.title.contains("\n") && !notice.title.contains("\r"))
        #expect(!header.contains("Bcc") && header.contains("Date: Tue, 14 Nov 2023 22:13:20 +0000"))
        #expect(message.allSatisfy { $0.isASCII })
    }
}
