import FoundationEssentials
import ProgressClient
import Testing

@testable import progressctl

/// The times in the descriptions that `watch` draws.
@Suite struct CountdownTests {
    /// Comes at the moment of its last change.
    private func snapshot(_ text: String, left: Double?) throws -> ProgressSnapshot {
        var snapshot = try Notice.trial(at: Date.now).progress
        snapshot.state = .running
        snapshot.updatedAt = Date.now
        snapshot.estimatedTimeRemaining = left
        snapshot.localizedAdditionalDescription = text
        return snapshot
    }

    @Test(arguments: [
        ("2 of 8 — 5 minutes remaining", "2 of 8 — 3 minutes remaining"),
        ("2 von 8 — noch 5 Minuten", "2 von 8 — noch 3 Minuten"),
        ("\u{200F}2 من 8 — الوقت المتبقي: 5 دقائق\u{200F}", "\u{200F}2 من 8 — الوقت المتبقي: 3 دقائق\u{200F}"),
    ])
    func `a time counts down in the language that it is written in`(told: String, counted: String) throws {
        let snapshot = try snapshot(told, left: 330)
        var countdown = Countdown()

        #expect(countdown.description(of: snapshot, at: .now + .seconds(120)) == counted)
    }

    @Test func `other words stay`() throws {
        var countdown = Countdown()

        #expect(countdown.description(of: try snapshot("nearly done", left: 330), at: .now) == nil)
        #expect(countdown.description(of: try snapshot("2 of 8", left: nil), at: .now) == nil)
    }
}
