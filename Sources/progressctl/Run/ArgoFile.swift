import Glibc
import ProgressParsers

/// The file to which programs that know Argo Workflows write their progress.
///
/// Outside Argo, it is a temporary file. Inside, it is Argo's own, and we write it if the command does not.
struct ArgoFile {
    static let variable = "ARGO_PROGRESS_FILE"

    let path: String
    /// Whether it is a temporary one, which the command has to be told about.
    let isOurs: Bool
    private var written = ""
    private var isTheirs = false

    /// Nil if no file can be made.
    init?() {
        if let path = Environment[Self.variable] {
            self.path = path
            isOurs = false
            return
        }
        let folder = Environment["TMPDIR"] ?? "/tmp"
        var name = Array("\(folder)/progressctl-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        isOurs = true
    }

    /// The progress that the command wrote last; nil if it has not written any.
    mutating func read() -> Reading? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let content = bytes[..<count]
        guard String(decoding: content, as: UTF8.self) != written else { return nil }
        guard let reading = ArgoParser.reading(of: content) else { return nil }
        isTheirs = true
        return reading
    }

    /// Writes the progress for Argo, unless the command does it.
    mutating func write(_ reading: Reading) {
        guard !isOurs, !isTheirs, let content = ArgoParser.content(for: reading), content != written else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(content.utf8)
        if Glibc.write(descriptor, bytes, bytes.count) == bytes.count { written = content }
    }

    func remove() {
        if isOurs { unlink(path) }
    }
}
