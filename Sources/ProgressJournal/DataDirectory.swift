internal import Glibc

/// The directory with the files.
struct DataDirectory: Sendable {
    static let formatName = "format"
    static let lockName = "lock"

    let path: String
    /// Whether `init` created it.
    let isNew: Bool

    /// Creates it (0700) if its parent exists.
    init(path: String) throws(JournalError) {
        self.path = path
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw .system(call: "stat", path: path, code: errno) }
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .system(call: "mkdir", path: path, code: errno)
            }
            try Self.synchronize(Self.parent(of: path))
            isNew = true
            return
        }
        isNew = false
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notADirectory(path: path) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    func path(of name: String) -> String { "\(path)/\(name)" }

    func path(of name: FileName) -> String { path(of: name.text) }

    func checkWritable() throws(JournalError) {
        guard access(path, R_OK | W_OK | X_OK) == 0 else { throw .notWritable(path: path, code: errno) }
    }

    func contains(_ name: String) -> Bool { Self.exists(path(of: name)) }

    func files() throws(JournalError) -> Set<FileName> { Set(try Self.entries(of: path).compactMap { FileName($0) }) }

    /// The names of everything in a directory.
    static func entries(of path: String) throws(JournalError) -> [String] {
        guard let stream = opendir(path) else { throw .system(call: "opendir", path: path, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .system(call: "readdir", path: path, code: errno) }
        return names
    }

    /// Creates a file under its temporary name.
    func create(_ name: String) throws(JournalError) -> File {
        let path = path(of: name)
        return try File(path, O_RDWR | O_CREAT | O_TRUNC, present: path + FileName.temporarySuffix)
    }

    /// Gives a file from `create` its name, and makes the name safe. The content must be safe already.
    func publish(_ name: String) throws(JournalError) {
        let path = path(of: name)
        guard rename(path + FileName.temporarySuffix, path) == 0 else {
            throw .system(call: "rename", path: path, code: errno)
        }
        try synchronize()
    }

    /// Undoes a `create`. A file that cannot be removed now is removed at the next start.
    func discard(_ name: String) {
        unlink(path(of: name) + FileName.temporarySuffix)
    }

    /// A missing file is no error.
    func remove(_ name: String) throws(JournalError) {
        let path = path(of: name)
        guard unlink(path) == 0 || errno == ENOENT else { throw .system(call: "unlink", path: path, code: errno) }
    }

    /// Removes the directory if it is empty.
    func removeItself() { rmdir(path) }

    func synchronize() throws(JournalError) { try Self.synchronize(path) }

    private static func synchronize(_ path: String) throws(JournalError) {
        try File(path, O_RDONLY | O_DIRECTORY).synchronizeWhole()
    }

    static func parent(of path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
