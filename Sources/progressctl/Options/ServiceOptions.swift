import ArgumentParser
import FoundationEssentials
import ProgressClient

/// The address of the service, and the token. Every command that talks to it has these options.
struct ServiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The service; PROGRESSD_URL, else http://127.0.0.1:8080.", valueName: "address"))
    var url: String?

    @Option(
        help: Self.tokenFileHelp,
        completion: .file()
    )
    var tokenFile: String?

    static let tokenFileHelp = ArgumentHelp(
        "A file whose first line is a token, or role:token; PROGRESSD_TOKEN.",
        valueName: "file"
    )
    static let defaultURL = "http://127.0.0.1:8080"

    /// The address as it was set, valid or not.
    var address: String { (url ?? Environment["PROGRESSD_URL"] ?? Self.defaultURL).trimmed }

    /// - Throws: `UserError` if there is no such file, or no token in it.
    func token() throws -> String? {
        guard let tokenFile else { return Environment["PROGRESSD_TOKEN"] }
        let text = String(decoding: try WholeFile.read(tokenFile), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let word = line.split(whereSeparator: \.isWhitespace).first ?? ""
            if word.isEmpty || word.hasPrefix("#") { continue }
            for role in ["viewer:", "reporter:", "operator:"] where word.hasPrefix(role) {
                return String(word.dropFirst(role.count))
            }
            return String(word)
        }
        throw UserError("there is no token in \(tokenFile)", .usage)
    }
}
