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

    /// All files with their bytes, to be compared. Tests compare large arrays slowly in debug builds; this type does not.
    package struct Content: Equatable, Sendable, CustomStringConvertible {
        fileprivate let files: [String: [UInt8]]

        package var description: String {
            files.map { "\($0.key) of \($0.value.count) bytes" }.sorted().joined(separator: ", ")
        }
    }

    package var content: Content { Content(files: Dictionary(uniqueKeysWithValues: files.map { ($0, bytes(of: $0)) })) }

    /// The size of a file without the zeros at its end, which a journal has in advance.
    package func writtenByteCount(of name: String) -> Int { (bytes(of: name).lastIndex { $0 != 0 } ?? -1) + 1 }

    /// Copies the files as they are at this moment, as a process that is killed now leaves them.
    package func copy() -> DataFolder {
        let other = DataFolder()
        for name in files { other.write(bytes(of: name), to: name) }
        return other
    }

    package func bytes(of name: String) -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var status = stat()
        fstat(fileno(file), &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { space, count in
            count = fread(space.baseAddress, 1, space.count, file)
        }
    }

    package func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen("\(path)/\(name)", "w") else { preconditionFailure("\(name) can be written") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
