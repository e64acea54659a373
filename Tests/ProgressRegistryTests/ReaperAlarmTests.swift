import Synchronization
import Testing

@testable import ProgressRegistry

/// When the reaper is woken.
struct ReaperAlarmTests {
    private final class Wakes: Sendable {
        let count = Atomic<Int>(0)
    }

    private let wakes = Wakes()

    private func alarm() -> ReaperAlarm {
        var alarm = ReaperAlarm()
        alarm.wake = { [wakes] in wakes.count.add(1, ordering: .relaxed) }
        return alarm
    }

    private var wakeCount: Int { wakes.count.load(ordering: .relaxed) }

    @Test func `only an earlier deadline wakes the reaper`() {
        var alarm = alarm()
        alarm.arm(1_000)

        alarm.note(nextDeadline: 1_000, hasPendingRemovals: false)
        #expect(wakeCount == 0)
        alarm.note(nextDeadline: 999, hasPendingRemovals: false)
        alarm.note(nextDeadline: 999, hasPendingRemovals: false)

        #expect(wakeCount == 1)
    }

    @Test func `removals wake it once, until it has freed them all`() {
        var alarm = alarm()

        alarm.note(nextDeadline: nil, hasPendingRemovals: true)
        alarm.noteFreed(hasMore: true)
        alarm.note(nextDeadline: nil, hasPendingRemovals: true)
        #expect(wakeCount == 1)
        alarm.noteFreed(hasMore: false)
        alarm.note(nextDeadline: nil, hasPendingRemovals: true)

        #expect(wakeCount == 2)
    }
}
