import Glibc
import ProgressRegistry
import ProgressServer

/// The sources of tokens. One without any is refused: it must not open the service to everybody.
enum TokenSource {
    static let variable = "PROGRESSD_TOKENS"

    /// The tokens of the file, if there is one, and those of the environment.
    static func tokens(_ file: TokenFile?) throws(Refusal) -> [AccessToken] {
        let listed = try file.map { file throws(Refusal) in try tokens(inFile: file.path, from: file.origin) } ?? []
        return try listed + tokensOfEnvironment()
    }

    private static func tokens(inFile path: String, from origin: String) throws(Refusal) -> [AccessToken] {
        guard let file = fopen(path, "r") else {
            throw .configuration("\(origin): “\(path)” cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk[..<count]
            if bytes.count > 1 << 20 { throw .configuration("\(origin): “\(path)” is larger than 1 MiB") }
        }
        if ferror(file) != 0 { throw .configuration("\(origin): “\(path)” cannot be read") }
        let text = String(decoding: bytes, as: UTF8.self)
        return try tokens(text, separatedByCommas: false, from: "\(origin): “\(path)”")
    }

    private static func tokensOfEnvironment() throws(Refusal) -> [AccessToken] {
        guard let text = Environment.value(of: variable) else { return [] }
        return try tokens(text, separatedByCommas: true, from: variable)
    }

    private static func tokens(
        _ text: String,
        separatedByCommas: Bool,
        from origin: String
    ) throws(Refusal) -> [AccessToken] {
        let tokens: [AccessToken]
        do {
            tokens = try AccessToken.list(text, separatedByCommas: separatedByCommas)
        } catch {
            throw .configuration("\(origin): \(error)")
        }
        if tokens.isEmpty { throw .configuration("\(origin) has no token") }
        return tokens
    }
}

/// A file of tokens, by its path.
struct TokenFile: Sendable {
    let path: String
    /// The option or variable that names it.
    let origin: String

    /// Whether users other than its owner and its group can read or change it.
    var isOpenToOthers: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & (S_IROTH | S_IWOTH) != 0
    }
}
