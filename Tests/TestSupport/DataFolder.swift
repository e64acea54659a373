import Glibc

/// A new data directory, which goes with its last owner.
package final class DataFolder: Sendable {
    package let path: String

    /// - Parameter parent: a directory that exists.
    package init(in parent: String = "/tmp") {
        var template = Array("\(parent)/progressd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("there is room for a directory") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Uses an existing directory.
    package init(at path: String) { self.path = path }

    deinit {
        for name in files { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// The names of the files, sorted.
    package var files: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Copies the files as they are at this moment, as a process that is killed now leaves them.
    package func copy() -> DataFolder {
        let other = DataFolder()
        for name in files { other.write(bytes(of: name), to: name) }
        return other
    }

    package func bytes(of name: String) -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    package func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen("\(path)/\(name)", "w") else { preconditionFailure("\(name) can be written") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
