import ProgressWire
import Testing

/// The proposals of `did you mean`.
struct NearNameTests {
    private static let members = [
        "totalUnitCount", "completedUnitCount", "pendingUnitCount", "name", "kind", "labels", "userInfo",
        "leaseSeconds",
        "localizedDescription", "throughput", "estimatedTimeRemaining",
    ]

    @Test(arguments: [
        ("totalUnits", "totalUnitCount"), ("total", "totalUnitCount"), ("total_unit_count", "totalUnitCount"),
        ("TotalUnitCount", "totalUnitCount"), ("completed", "completedUnitCount"), ("nmae", "name"),
        ("label", "labels"), ("userinfo", "userInfo"), ("lease-seconds", "leaseSeconds"), ("througput", "throughput"),
    ])
    func `a misspelled name finds the one that is meant`(name: String, meant: String) {
        #expect(NearName.nearest(to: name, among: Self.members) == meant)
    }

    @Test(arguments: ["", "x", "colour", "🦆", "done", "percent"])
    func `a name that resembles none finds none`(name: String) {
        #expect(NearName.nearest(to: name, among: Self.members) == nil)
    }

    @Test func `a long name is not compared`() {
        #expect(NearName.nearest(to: String(repeating: "name", count: 100_000), among: Self.members) == nil)
    }

    @Test func `of two that are equally near, the first in the alphabet is proposed, whatever their order`() {
        #expect(NearName.nearest(to: "abcx", among: ["abcz", "abcy"]) == "abcy")
        #expect(NearName.nearest(to: "abcx", among: ["abcy", "abcz"]) == "abcy")
    }
}
