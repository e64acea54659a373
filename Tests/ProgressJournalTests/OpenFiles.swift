import Glibc

/// The descriptors of this process.
enum OpenFiles {
    /// A descriptor that was taken away from its file.
    struct Spoiled {
        let descriptor: Int32
        let copy: Int32

        func restore() {
            dup2(copy, descriptor)
            close(copy)
        }
    }

    struct NotOpen: Error {}

    /// Puts a pipe where this file is open: every write to it fails, and every sync.
    @discardableResult
    static func spoil(_ path: String) throws -> Spoiled {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw NotOpen() }
        close(ends[0])
        return try replace(path, by: ends[1])
    }

    /// Opens this file for reading alone where it is open: every write to it fails, and no sync.
    static func makeReadOnly(_ path: String) throws {
        _ = try replace(path, by: open(path, O_RDONLY))
    }

    private static func replace(_ path: String, by other: Int32) throws -> Spoiled {
        defer { close(other) }
        for descriptor in Int32(3)..<4096 where descriptor != other && target(of: descriptor) == path {
            let copy = dup(descriptor)
            dup2(other, descriptor)
            return Spoiled(descriptor: descriptor, copy: copy)
        }
        throw NotOpen()
    }

    private static func target(of descriptor: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
