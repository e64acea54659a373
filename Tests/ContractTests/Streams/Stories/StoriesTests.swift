import TestKit
import Testing

/// docs/contract.md, section 9: whatever happens, and wherever a stream is cut, its reader ends up with GET's state.
struct StoriesTests {
    private func tell(_ story: Story, _ telling: Telling) throws {
        let findings = try StoryRun(story, telling).tell()

        #expect(findings == [])
    }

    @Test(arguments: Story.all) func `a reader that keeps up holds what GET shows after each step`(of story: Story)
        throws
    {
        try tell(story, .stepByStep)
    }

    @Test(arguments: Story.all) func `a reader holds what GET shows when all happens at once`(of story: Story) throws {
        try tell(story, .inOneBatch)
    }

    @Test(arguments: Story.all) func `a reader with a pace of its own holds what GET shows`(of story: Story) throws {
        try tell(story, .paced)
    }

    @Test(arguments: Story.all) func `a reader by name, with summaries, in German holds what GET shows`(
        of story: Story
    ) throws {
        try tell(story, .inGerman)
    }

    @Test(arguments: Story.all) func `a reader that reads late holds what GET shows`(of story: Story) throws {
        try tell(story, .toStalledReader)
    }
}
