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
        for descriptor in Int32(3)..<4096 where target(of: descriptor) == path {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { break }
            let copy = dup(descriptor)
            dup2(ends[1], descriptor)
            close(ends[0])
            close(ends[1])
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
