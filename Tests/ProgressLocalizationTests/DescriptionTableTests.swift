import Foundation
import ProgressCore
import ProgressLocalization
import Testing

/// All descriptions of a language, as committed for speakers of it to check: `Fixtures/descriptions/pl.txt`.
///
/// With the variable RECORD_DESCRIPTIONS set, the files are written instead.
@Suite struct DescriptionTableTests {
    @Test(arguments: Language.all)
    func `descriptions read as a reader of the language approved them`(language: Language) throws {
        let name = "descriptions/\(language.tag).txt"
        let table = Self.table(language)

        if ProcessInfo.processInfo.environment["RECORD_DESCRIPTIONS"] != nil {
            try table.write(toFile: Fixture.path(name), atomically: true, encoding: .utf8)
        }

        let approved = try Fixture.text(name).split(separator: "\n", omittingEmptySubsequences: false)
        let written = table.split(separator: "\n", omittingEmptySubsequences: false)
        for (expected, found) in zip(approved, written) { #expect(found == expected) }
        #expect(written.count == approved.count)
    }

    private static func table(_ language: Language) -> String {
        let lines = DescriptionSamples.all.map { $0.line(language) }
        return "# \(language.tag): what is reported | what is written\n" + lines.joined(separator: "\n") + "\n"
    }
}
