import Glibc
import ProgressParsers

/// The file in which programs that know Argo Workflows write how far they are.
///
/// Outside Argo it is a temporary one. Inside it is Argo's own, and where the command does not write it, we do.
struct ArgoFile {
    static let variable = "ARGO_PROGRESS_FILE"

    let path: String
    /// Whether the command is yet to be told of it.
    let isOurs: Bool
    private var written = ""
    private var isTheirs = false

    /// Nil where no file can be made.
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

    /// What the command has written last; nil while that is nothing.
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

    /// For Argo, unless the command does it.
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
