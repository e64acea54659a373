import ProgressCore
import Testing

/// The example of the talk that introduced composition (WWDC 2015, session 232): importing photos.
struct PhotoImportTests {
    /// An import of two photos; each is worth 1, and has 10 units: 9 for its download, 1 for its filter.
    private func makeImport() throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("import", 0, of: 2)
        for photo in ["first", "second"] {
            try fixture.child(photo, of: "import", worth: 1, 0, of: 10)
            try fixture.child("\(photo) download", of: photo, worth: 9, 0, of: 1_000_000)
            try fixture.child("\(photo) filter", of: photo, worth: 1, 0, of: 4)
        }
        return fixture
    }

    private func percents(_ fixture: TreeFixture) -> [Int] {
        ["import", "first", "second"].map { fixture.snapshot($0).percentCompleted }
    }

    @Test func `photos are imported step by step`() throws {
        let fixture = try makeImport()
        var seen = [percents(fixture)]

        try fixture.complete("first download", by: 500_000)
        seen.append(percents(fixture))
        try fixture.complete("first download", by: 500_000)
        seen.append(percents(fixture))
        try fixture.complete("first filter", by: 2)
        seen.append(percents(fixture))
        try fixture.complete("first filter", by: 2)
        seen.append(percents(fixture))
        try fixture.complete("second download", by: 1_000_000)
        seen.append(percents(fixture))
        try fixture.complete("second filter", by: 4)
        seen.append(percents(fixture))

        let expected = [
            [0, 0, 0], [22, 45, 0], [45, 90, 0], [47, 95, 0], [50, 100, 0], [95, 100, 90], [100, 100, 100],
        ]
        #expect(seen == expected)
        #expect(fixture.state("import") == .finished)
    }

    @Test func `cancelling the import cancels what is not yet imported`() throws {
        let fixture = try makeImport()
        try fixture.complete("first download", by: 1_000_000)
        try fixture.complete("first filter", by: 4)

        try fixture.control("import", .cancel)

        #expect(fixture.state("first") == .finished)
        #expect(fixture.state("second") == .cancelled)
        #expect(fixture.state("second download") == .cancelled)
        #expect(fixture.fraction("import") == 0.5)
    }

    @Test func `a photo that was there already joins finished`() throws {
        let fixture = TreeFixture()
        try fixture.root("import", 0, of: 2)
        try fixture.root("cached", 10, of: 10)

        try fixture.attach("cached", to: "import", worth: 1)

        #expect(fixture.fraction("import") == 0.5)
        #expect(fixture.completed("import") == 1)
    }
}
