import ProgressCore
import Testing

/// Members besides the counts: names, labels, and writes without effect.
struct DetailsTests {
    @Test func `a write without effect changes neither version nor time`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 3, of: 10)
        try fixture.edit("p", .kind("file"), .label(key: "job", value: "4711"), .leaseSeconds(60))
        fixture.heartbeat("p")
        let before = fixture.picture()
        fixture.tree.changes.removeAll()
        fixture.now += 1_000

        try fixture.setCounts("p", 3, of: 10)
        try fixture.complete("p", by: 0)
        try fixture.edit("p", .kind("file"), .label(key: "job", value: "4711"), .totalUnitCount(10))
        try fixture.edit("p", .isCancellable(true), .isPausable(false), .removeWhenFinished(false), .leaseSeconds(60))
        try fixture.edit("p")
        fixture.heartbeat("p")

        #expect(fixture.picture() == before)
        let emitsNothing = fixture.tree.changes.isEmpty
        #expect(emitsNothing)
    }

    @Test func `a text with other bytes is another text, also where Unicode calls both equivalent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.edit("p", .fileURL("file:///cafe\u{301}"), .label(key: "k", value: "e\u{301}"), .kind("\u{37E}"))
        fixture.tree.changes.removeAll()

        try fixture.edit("p", .fileURL("file:///caf\u{E9}"), .label(key: "k", value: "\u{E9}"), .kind(";"))

        let details = try #require(fixture.snapshot("p").details)
        #expect(fixture.snapshot("p").version == 3)
        #expect(details.fileURL.map { Array($0.utf8) } == Array("file:///caf\u{E9}".utf8))
        #expect(details.labels.map { Array($0.value.utf8) } == [Array("\u{E9}".utf8)])
        #expect(details.kind.map { Array($0.utf8) } == Array(";".utf8))
        #expect(fixture.tree.changes.departures.map(\.kind) == [.relabelled])
    }

    @Test func `edits are one change`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        fixture.now += 5

        try fixture.edit("p", .kind("file"), .completedUnitCount(4), .totalUnitCount(4), .isPausable(true))

        let snapshot = fixture.snapshot("p")
        #expect(snapshot.version == 2)
        #expect(snapshot.updatedAt == fixture.now)
        #expect(snapshot.createdAt == fixture.now - 5)
        #expect(snapshot.isPausable && snapshot.isFile && snapshot.isFinished)
    }

    @Test func `a name is unique among the living, and stands for its node`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.root("q")
        try fixture.edit("p", .name("disk"))

        #expect(throws: ProgressError.nameTaken("disk")) { try fixture.edit("q", .name("disk"), .kind("x")) }
        let found = try fixture.tree.find(name: "disk")
        try fixture.edit("p", .name("other"))
        try fixture.edit("q", .name("disk"))

        #expect(found == fixture.index("p"))
        let now = try fixture.tree.find(name: "disk")
        #expect(now == fixture.index("q"))
        #expect(fixture.snapshot("q").details?.kind == nil)
        try fixture.edit("q", .name(nil))
        #expect(throws: ProgressError.notFound) { _ = try fixture.tree.find(name: "disk") }
    }

    @Test func `labels are set, replaced and removed one by one, or all at once`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")

        try fixture.edit("p", .label(key: "a", value: "1"), .label(key: "b", value: "2"), .label(key: "a", value: "3"))
        let some = fixture.snapshot("p").details?.labels.map { "\($0.key)=\($0.value)" }
        try fixture.edit("p", .label(key: "a", value: nil), .label(key: "x", value: nil))
        let one = fixture.snapshot("p").details?.labels.map { "\($0.key)=\($0.value)" }
        try fixture.edit("p", .noLabels)

        #expect(some == ["a=3", "b=2"])
        #expect(one == ["b=2"])
        #expect(fixture.snapshot("p").details?.labels == [])
    }

    @Test func `every member can be set and goes back to its default`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")

        try fixture.edit("p", .fileOperationKind("copying"), .fileURL("file:///a"), .userInfo([123, 125]))
        try fixture.edit("p", .fileTotalCount(9), .fileCompletedCount(7), .throughput(5), .estimatedTimeRemaining(6))
        try fixture.edit("p", .localizedDescription("Copy"), .localizedAdditionalDescription("soon"))
        let set = fixture.snapshot("p")
        try fixture.edit("p", .fileOperationKind(nil), .fileURL(nil), .userInfo([]), .throughput(nil))
        try fixture.edit("p", .fileTotalCount(nil), .fileCompletedCount(nil), .estimatedTimeRemaining(nil))
        try fixture.edit("p", .localizedDescription(nil), .localizedAdditionalDescription(nil))

        #expect(set.details?.fileOperationKind == "copying")
        #expect(set.details?.fileURL == "file:///a")
        #expect(set.details?.userInfo == [123, 125])
        #expect([set.details?.fileTotalCount, set.details?.fileCompletedCount] == [9, 7])
        #expect([set.throughput, set.estimatedTimeRemaining] == [5, 6])
        #expect(set.details?.localizedDescription == "Copy")
        #expect(set.details?.localizedAdditionalDescription == "soon")
        #expect(fixture.snapshot("p").details == ProgressDetails())
    }

    @Test func `finishedAt says since when it is finished now`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 10, of: 10)
        let first = fixture.snapshot("p").finishedAt

        fixture.now += 5
        try fixture.complete("p", by: 1)
        let still = fixture.snapshot("p").finishedAt
        try fixture.setCounts("p", 5, of: 10)
        let none = fixture.snapshot("p").finishedAt
        fixture.now += 5
        try fixture.setCounts("p", 10, of: 10)

        #expect([first, still, none] == [1_000_000, 1_000_000, nil])
        #expect(fixture.snapshot("p").finishedAt == 1_000_010)
    }

    // MARK: Identities

    @Test func `an id is read in either case and written in lower case`() {
        let text = "01234567-89AB-cdef-FEDC-ba9876543210"

        let id = ProgressID(Array(text.utf8))

        #expect(id == ProgressID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210))
        #expect(id?.description == text.lowercased())
    }

    @Test(arguments: [
        "", "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
        "0123456789abcdeffedcba9876543210----", "01234567-89ab-cdef-fedc-ba987654321g",
        "01234567-89ab-cdef-fedc_ba9876543210", "{1234567-89ab-cdef-fedc-ba987654321}",
    ])
    func `anything else is no id`(text: String) {
        #expect(ProgressID(Array(text.utf8)) == nil)
    }
}
