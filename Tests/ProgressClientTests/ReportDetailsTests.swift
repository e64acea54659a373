import Testing

@testable import ProgressClient

struct ReportDetailsTests {
    @Test func `what was said of the speed is said again after a pause, and nothing else is`() {
        let members: [String: JSONValue] = [
            "throughput": .number(5), "estimatedTimeRemaining": .number(9), "kind": .string("x"),
        ]
        var report = NodeReport(
            name: "n",
            writer: "w",
            details: members,
            counts: ReportCounts(total: 1, completed: 0)
        )

        let before = members.map { report.set([$0.key: $0.value]) }
        report.directive = .pause
        let paused = report.details["throughput"]
        report.directive = .run

        #expect(before == [false, false, false] && paused == nil)
        let again = ["throughput", "estimatedTimeRemaining", "kind"].map { report.set([$0: members[$0] ?? .null]) }
        #expect(again == [true, true, false])
    }

    @Test func `what is still to be said stays`() {
        var details = ReportDetails(["throughput": .number(5)])
        _ = details.set(["throughput": .number(6)])

        details.forgetSpeed()

        #expect(details["throughput"] == .number(6) && details.isUnsent)
    }
}
