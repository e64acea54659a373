import FoundationEssentials
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

    @Test func `the file keeps the names that 0.2.0 gave`() throws {
        let file = try StateFile("\(folder.path)/state.json")
        var state = NotifyState()
        let moment = Date(timeIntervalSince1970: 1_700_000_000)
        _ = state.add(Delivery(Notice(.failed, try Notice.trial(at: moment).progress, at: moment), by: "all"))

        try file.save(state)

        let text = String(decoding: folder.bytes(of: "state.json"), as: UTF8.self)
        #expect(text.contains(#""lookout":{"#) && text.contains(#""occasion":"failed""#))
        #expect(try file.load().next(of: "all")?.notice.kind == .failed)
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
