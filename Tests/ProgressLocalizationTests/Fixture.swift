import Foundation

@testable import ProgressLocalization

/// Files that the tests compare with.
enum Fixture {
    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)").path()
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// The rows that `Scripts/cldr` made from Babel for a language: kind, input and output.
    static func rows(_ language: Language) throws -> [[String]] {
        try text("cldr/\(language.tag).tsv").split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
