import FoundationEssentials
import Glibc

/// A file that the user names.
enum WholeFile {
    /// - Throws: `UserError` with the system's reason.
    static func read(_ path: String) throws(UserError) -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { ": \(String(cString: strerror($0)))" } ?? ""
            throw UserError("cannot read \(path)\(reason)", .usage)
        }
    }
}
