import FoundationEssentials
import ProgressClient
import Testing

@testable import progressctl

/// Notices about roots, decided from the events of their stream.
@Suite struct NoticeTrackerTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func root(_ name: String, _ state: ProgressState, id: String? = nil) throws -> ProgressSnapshot {
        var snapshot = try Notice.trial(at: start).progress
        snapshot.id = id ?? name
        snapshot.name = name
        snapshot.state = state
        return snapshot
    }

    /// A tracker that has seen a working root `a` before its first `synced`.
    private func begun() throws -> NoticeTracker {
        var tracker = NoticeTracker()
        _ = tracker.take(.snapshot(try root("a", .running)), at: start)
        _ = tracker.take(.synced, at: start)
        return tracker
    }

    @Test func `what had ended before the first synced is no news`() throws {
        var tracker = NoticeTracker()

        #expect(tracker.take(.snapshot(try root("old", .failed)), at: start) == nil)
        #expect(tracker.take(.synced, at: start) == nil)
        #expect(tracker.take(.snapshot(try root("old", .failed)), at: start) == nil)
    }

    @Test(arguments: [ProgressState.finished, .failed, .cancelled, .stalled])
    func `an end, and silence, is told once`(state: ProgressState) throws {
        var tracker = try begun()

        let notice = tracker.take(.state(try root("a", state), reason: nil), at: start)
        let again = tracker.take(.snapshot(try root("a", state)), at: start)

        #expect(notice?.kind == NoticeKind(state) && again == nil)
    }

    @Test func `who is heard again and falls silent again is told again`() throws {
        var tracker = try begun()
        _ = tracker.take(.state(try root("a", .stalled), reason: nil), at: start)
        _ = tracker.take(.state(try root("a", .running), reason: nil), at: start)

        #expect(tracker.take(.state(try root("a", .stalled), reason: nil), at: start)?.kind == .stalled)
    }

    @Test func `pauses and counts are not told`() throws {
        var tracker = try begun()

        #expect(tracker.take(.state(try root("a", .paused), reason: nil), at: start) == nil)
        #expect(tracker.take(.progress(try root("a", .running)), at: start) == nil)
    }

    @Test func `after a reset what ended meanwhile is told, and what was told is not`() throws {
        var tracker = try begun()
        _ = tracker.take(.snapshot(try root("b", .running)), at: start)
        _ = tracker.take(.state(try root("b", .failed), reason: nil), at: start)

        _ = tracker.take(.reset, at: start)
        let notices = [
            tracker.take(.snapshot(try root("a", .finished)), at: start),
            tracker.take(.snapshot(try root("b", .failed)), at: start),
            tracker.take(.snapshot(try root("new", .cancelled)), at: start),
        ]

        #expect(notices.map { $0?.progress.name } == ["a", nil, "new"])
    }

    @Test func `a reset forgets what is not there any more`() throws {
        var tracker = try begun()
        _ = tracker.take(.reset, at: start)
        _ = tracker.take(.snapshot(try root("b", .running)), at: start)
        _ = tracker.take(.synced, at: start)

        #expect(tracker.roots.keys.sorted() == ["b"])
    }

    @Test func `a run is late once it takes half as long again as usual, until that is noted`() throws {
        var tracker = try begun()
        let unasked = tracker.unasked
        tracker.note(typical: 60, of: "a")
        let due = tracker.nextLateness
        let late = [89, 90, 91].map { tracker.late(at: start.addingTimeInterval($0)) }
        tracker.noteLate("a")

        #expect(unasked?.id == "a" && tracker.unasked == nil)
        #expect(due == start.addingTimeInterval(90) && late == [[], ["a"], ["a"]])
        #expect(tracker.nextLateness == nil && tracker.late(at: start.addingTimeInterval(92)) == [])
    }

    @Test func `what was asked and not answered is asked again by the program that continues`() throws {
        let tracker = try begun()
        _ = tracker.unasked

        let read = try JSONDecoder().decode(NoticeTracker.self, from: JSONEncoder().encode(tracker))

        #expect(read.unasked?.id == "a")
    }

    @Test func `what has ended is never late, nor what nobody knows the usual time of`() throws {
        var tracker = try begun()
        tracker.note(typical: nil, of: "a")
        #expect(tracker.unasked == nil && tracker.nextLateness == nil)
        tracker.note(typical: 1, of: "a")
        _ = tracker.take(.state(try root("a", .finished), reason: nil), at: start)

        #expect(tracker.late(at: start.addingTimeInterval(100)) == [])
    }

    @Test func `it continues where it was after it was written and read`() throws {
        var tracker = try begun()
        _ = tracker.take(.state(try root("a", .failed), reason: nil), at: start)

        var read = try JSONDecoder().decode(NoticeTracker.self, from: JSONEncoder().encode(tracker))

        #expect(read.take(.snapshot(try root("a", .failed)), at: start) == nil)
        #expect(read.take(.snapshot(try root("b", .failed)), at: start)?.kind == .failed)
    }
}
