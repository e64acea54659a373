import ProgressLog
import Testing

/// Which replicas count as alive.
@Suite struct MemberWatchTests {
    private static let second: UInt64 = 1_000_000_000

    private func watch(_ looks: [(second: UInt64, marks: [String: UInt64])]) -> MemberWatch {
        var watch = MemberWatch(lease: 3 * Self.second)
        for look in looks {
            let members = look.marks.map { FormRiseTests.member($0.key, reads: 1, mark: $0.value) }
            watch.saw(members.sorted { $0.id < $1.id }, at: 1_000 * Self.second + look.second * Self.second)
        }
        return watch
    }

    /// A look in each of these seconds.
    private func looks(_ seconds: [UInt64], _ marks: (UInt64) -> [String: UInt64]) -> MemberWatch {
        watch(seconds.map { ($0, marks($0)) })
    }

    @Test func `whoever was never seen to be silent lives`() {
        #expect(watch([(0, ["a": 1, "b": 1])]).living.map(\.id) == ["a", "b"])
    }

    @Test func `silence of ten leases is death, and an announcement is life`() {
        let seconds = Array(stride(from: 0, through: 33, by: 3)) as [UInt64]

        let before = looks(seconds.dropLast()) { ["a": 1, "b": $0] }
        let after = looks(seconds) { ["a": 1, "b": $0] }
        let back = looks(seconds + [36]) { ["a": $0 / 36, "b": $0] }

        #expect(before.living.map(\.id) == ["a", "b"])
        #expect(after.living.map(\.id) == ["b"] && after.dead == ["a"])
        #expect(back.living.map(\.id) == ["a", "b"] && back.dead.isEmpty)
    }

    @Test func `a gap between looks is nobody's silence`() {
        let watch = looks([0, 3, 6, 40, 43]) { _ in ["a": 1] }

        #expect(watch.living.map(\.id) == ["a"])
    }

    @Test func `whoever announces itself again and again is present; a copy of the table, or two, show nobody`() {
        let alive = looks([0, 3, 6, 9]) { ["a": $0] }
        let copied = looks([0, 3, 6, 9]) { _ in ["a": 1] }
        let copiedTwice = looks([0, 3, 6, 9]) { ["a": $0 < 6 ? 1 : 2] }

        #expect(alive.present.map(\.id) == ["a"])
        #expect(copied.present.isEmpty && copied.living.count == 1)
        #expect(copiedTwice.present.isEmpty && copiedTwice.living.count == 1)
    }

    @Test func `whoever is gone from the table is neither alive nor dead`() {
        let watch = self.watch([(0, ["a": 1, "b": 1]), (3, ["b": 2])])

        #expect(watch.living.map(\.id) == ["b"] && watch.dead.isEmpty)
    }
}
