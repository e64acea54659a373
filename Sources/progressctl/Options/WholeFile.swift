import FoundationEssentials
import Glibc

/// A file that the user names.
enum WholeFile {
    /// - Throws: `Complaint` with the system's reason.
    static func read(_ path: String) throws(Complaint) -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { ": \(String(cString: strerror($0)))" } ?? ""
            throw Complaint("cannot read \(path)\(reason)", .usage)
        }
    }
}
