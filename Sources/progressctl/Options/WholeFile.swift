import FoundationEssentials
import Glibc

/// Reads a file that the user names.
enum WholeFile {
    /// - Throws: `UserError` with the system's reason.
    static func read(_ path: String) throws(UserError) -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { ": \(String(cString: strerror($0)))" } ?? ""
            throw UserError("cannot read \(path)\(reason)", .usage)
        }
    }

    /// Whether users other than its owner and its group can read or change a file.
    static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_mode & (S_IROTH | S_IWOTH) != 0
    }
}
