import Glibc
import ProgressJournal

/// A data directory of its own, with small chunks, that is removed at the end of the test.
final class Scratch {
    let path: String
    var settings = JournalSettings()

    /// - Parameter parent: a directory that is there already.
    init(in parent: String = "/tmp") {
        var template = Array("\(parent)/journal-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("No temporary directory.") }
        path = String(cString: made)
        settings.chunkByteCount = 4096
        settings.drawSalt = { 0x5a17_5a17_5a17_5a17 }
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Sorted.
    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func open() throws(JournalError) -> Recovery { try Recovery(path: path, settings: settings) }

    /// Opens, appends these groups, syncs after each one of which `syncs` says so, and goes away like a killed process.
    func write(_ groups: [[Change]], syncing syncs: (Int) -> Bool = { _ in true }) throws {
        var journal = try open().start()
        for (index, group) in groups.enumerated() {
            try journal.append(group)
            if syncs(index) { try journal.sync() }
        }
    }

    /// What an opener finds.
    func content() throws(JournalError) -> [Key: [UInt8]] { try open().content() }

    subscript(name: String) -> [UInt8] {
        get {
            let file = Glibc.open("\(path)/\(name)", O_RDONLY)
            defer { close(file) }
            var status = stat()
            fstat(file, &status)
            var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
            let count = pread(file, &bytes, bytes.count, 0)
            precondition(count == bytes.count, "A file is read whole.")
            return bytes
        }
        set {
            let file = Glibc.open("\(path)/\(name)", O_WRONLY | O_CREAT, 0o600)
            defer { close(file) }
            let count = pwrite(file, newValue, newValue.count, 0)
            precondition(count == newValue.count, "A file is written whole.")
            ftruncate(file, off_t(newValue.count))
        }
    }

    /// Changes the bits of `mask` in one byte.
    func flip(_ name: String, at place: Int, _ mask: UInt8 = 1) {
        let file = Glibc.open("\(path)/\(name)", O_RDWR)
        defer { close(file) }
        var byte: UInt8 = 0
        pread(file, &byte, 1, off_t(place))
        byte ^= mask
        pwrite(file, &byte, 1, off_t(place))
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// All files but the lock.
    func saved() -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: names.filter { $0 != "lock" }.map { ($0, self[$0]) })
    }

    func restore(_ files: [String: [UInt8]]) {
        for name in names where name != "lock" && files[name] == nil { remove(name) }
        for (name, bytes) in files { self[name] = bytes }
    }
}
