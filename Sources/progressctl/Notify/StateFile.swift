import FoundationEssentials
import Glibc
import ProgressClient

/// The file that keeps a `NotifyState`. One process at a time uses it.
struct StateFile: Sendable {
    private let path: String

    /// - Throws: `UserError` if another process uses it, or it cannot be made.
    init(_ path: String) throws(UserError) {
        self.path = path
        let folder = URL(filePath: path).deletingLastPathComponent().path()
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw UserError("cannot make \(folder)", .usage)
        }
        // Stays open until the process ends.
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw UserError("cannot write \(path): \(String(cString: strerror(errno)))", .usage) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw UserError("another progressctl notify uses \(path); name another file with --state", .unavailable)
        }
    }

    /// - Returns: a new state if there is no file.
    /// - Throws: `UserError` if the file is damaged, or a newer version's; going on would repeat notices.
    func load() throws(UserError) -> NotifyState {
        guard FileManager.default.fileExists(atPath: path) else { return NotifyState() }
        let data = try WholeFile.read(path)
        if let form = try? JSONDecoder().decode(StateForm.self, from: data), form.form > StateForm.newest {
            throw UserError("\(path) \(form)", .usage)
        }
        guard let state = try? JSONDecoder().decode(NotifyState.self, from: data) else {
            throw UserError("\(path) is damaged; if you remove it, what has ended so far is not told", .usage)
        }
        return state
    }

    /// Replaces the file as a whole; on return, it is on disk.
    func save(_ state: NotifyState) throws(UserError) {
        do {
            let data = ControlEscapes.escaped(try JSONEncoder().encode(state))
            let draft = path + ".new"
            let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw Failure() }
            defer { close(file) }
            let count = data.withUnsafeBytes { bytes in write(file, bytes.baseAddress, bytes.count) }
            guard count == data.count, fsync(file) == 0, rename(draft, path) == 0 else { throw Failure() }
        } catch {
            throw UserError("cannot write \(path): \(String(cString: strerror(errno)))", .unavailable)
        }
    }

    private struct Failure: Error {}

    /// The default path: in systemd's directory for a service's state, else in the user's.
    static var usual: String {
        if let folder = Environment["STATE_DIRECTORY"]?.split(separator: ":").first { return "\(folder)/notify.json" }
        let home = Environment["XDG_STATE_HOME"] ?? "\(Environment["HOME"] ?? ".")/.local/state"
        return "\(home)/progressctl/notify.json"
    }
}

/// The form of a file of `NotifyState`, named in the file itself by every form after the first.
struct StateForm: Decodable, CustomStringConvertible {
    /// The newest form that this version reads. Files of the first form do not name it.
    static let newest = 1

    let form: Int
    /// The lowest version of progressctl that can read it.
    private let readBy: String

    /// The rest of a sentence that begins with the file's name.
    var description: String {
        // The file may be foreign, and this goes to a terminal.
        let reader = readBy.utf8.allSatisfy { $0 >= 45 && $0 < 58 } ? " (\(readBy) or later reads it)" : ""
        return "was written by a newer progressctl\(reader): it has the form \(form), and this one, "
            + "\(Release.version), reads forms up to \(Self.newest)"
    }
}
