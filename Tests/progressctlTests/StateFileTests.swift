import TestSupport
import Testing

@testable import progressctl

/// The file of `progressctl notify`.
@Suite struct StateFileTests {
    private let folder = DataFolder()

    private func refusal(_ text: String) throws -> String? {
        folder.write(Array(text.utf8), to: "state.json")
        let error = try #require(throws: UserError.self) { try StateFile("\(folder.path)/state.json").load() }
        #expect(String(decoding: folder.bytes(of: "state.json"), as: UTF8.self) == text)
        return error.line.replacing("\(folder.path)/", with: "")
    }

    @Test func `what was saved is loaded`() throws {
        let file = try StateFile("\(folder.path)/state.json")
        var state = try file.load()
        state.lastEventID = "1f-2"

        try file.save(state)

        #expect(try file.load().lastEventID == "1f-2")
    }

    @Test func `a newer form is refused with both versions, and stays`() throws {
        let line = try refusal(#"{"form":2,"readBy":"0.9.0","lastEventID":{"of":"another kind"}}"#)

        #expect(
            line == "state.json was written by a newer progressctl (0.9.0 or later reads it): it has the form 2, "
                + "and this one, \(Release.version), reads forms up to 1"
        )
    }

    @Test(arguments: ["", "{", "[]", #"{"form":2}"#, #"{"form":1}"#]) func `anything else is damage`(text: String)
        throws
    {
        #expect(try refusal(text)?.contains("is damaged") == true)
    }
}
