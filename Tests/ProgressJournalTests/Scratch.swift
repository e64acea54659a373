import Glibc
import ProgressJournal
import TestSupport

/// A data directory with small chunks, which is removed at the end of the test.
final class Scratch {
    private let folder: DataFolder
    var settings = JournalSettings()

    /// - Parameter parent: a directory that exists.
    init(in parent: String = "/tmp") {
        folder = DataFolder(in: parent)
        settings.chunkByteCount = 4096
        settings.drawSalt = { 0x5a17_5a17_5a17_5a17 }
    }

    var path: String { folder.path }

    /// Sorted names of the files.
    var names: [String] { folder.files }

    func open() throws(JournalError) -> Recovery { try Recovery(path: path, settings: settings) }

    /// Opens, appends these groups, syncs after those that `syncs` selects, and goes away like a killed process.
    func write(_ groups: [[Change]], syncing syncs: (Int) -> Bool = { _ in true }) throws {
        var journal = try open().start()
        for (index, group) in groups.enumerated() {
            try journal.append(group)
            if syncs(index) { try journal.sync() }
        }
    }

    /// All files, to be compared.
    var whole: DataFolder.Content { folder.content }

    /// The content that an opener finds.
    func content() throws(JournalError) -> [Key: [UInt8]] { try open().content() }

    subscript(name: String) -> [UInt8] {
        get { folder.bytes(of: name) }
        set { folder.write(newValue, to: name) }
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
