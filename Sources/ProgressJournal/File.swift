internal import Glibc

/// A descriptor and its path. Interrupted and short calls are continued.
struct File: ~Copyable, Sendable {
    let path: String
    private let descriptor: Int32

    /// - Parameter present: its temporary name, if it gets `path` later.
    init(_ path: String, _ flags: Int32, present: String? = nil) throws(JournalError) {
        let descriptor = Self.repeated { Glibc.open(present ?? path, flags | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .system(call: "open", path: path, code: errno) }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        // A forked process that has not called exec yet shares the descriptor, and with it the lock.
        unlock()
        close(descriptor)
    }

    func byteCount() throws(JournalError) -> UInt64 {
        var status = stat()
        try check("fstat", fstat(descriptor, &status))
        return UInt64(status.st_size)
    }

    /// Fills `room` as far as the file goes.
    func read(into room: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(JournalError) -> Int {
        var done = 0
        while done < room.count {
            let count = Self.repeated {
                pread(descriptor, room.baseAddress.map { $0 + done }, room.count - done, off_t(offset) + off_t(done))
            }
            try check("read", Int32(truncatingIfNeeded: min(count, 0)))
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// - Throws: `.system`; some of it may have been written.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(JournalError) {
        var done = 0
        while done < bytes.count {
            let count = Self.repeated {
                pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset) + off_t(done))
            }
            try check("write", Int32(truncatingIfNeeded: min(count, 0)))
            done += count
        }
    }

    /// Writes an array, from `start` on.
    func write(_ bytes: [UInt8], from start: Int = 0, at offset: UInt64) throws(JournalError) {
        try bytes.withUnsafeBufferPointer { all throws(JournalError) in
            try write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[start...])), at: offset)
        }
    }

    func synchronize() throws(JournalError) {
        try check("fdatasync", Self.repeated { fdatasync(descriptor) })
    }

    /// Syncs the metadata too: for directories.
    func synchronizeWhole() throws(JournalError) {
        try check("fsync", Self.repeated { fsync(descriptor) })
    }

    func truncate(to byteCount: UInt64) throws(JournalError) {
        try check("ftruncate", Self.repeated { ftruncate(descriptor, off_t(byteCount)) })
    }

    /// Reserves zeros; existing bytes stay.
    func reserve(_ byteCount: UInt64, from offset: UInt64) throws(JournalError) {
        var code = posix_fallocate(descriptor, off_t(offset), off_t(byteCount))
        while code == EINTR { code = posix_fallocate(descriptor, off_t(offset), off_t(byteCount)) }
        guard code == 0 else { throw .system(call: "posix_fallocate", path: path, code: code) }
    }

    /// - Returns: false if another descriptor holds it.
    func lock() throws(JournalError) -> Bool {
        let result = Self.repeated { flock(descriptor, LOCK_EX | LOCK_NB) }
        if result < 0, errno == EWOULDBLOCK { return false }
        try check("flock", result)
        return true
    }

    /// Whether `path` still names this file.
    func isInPlace() -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }

    /// Closing the file unlocks it, too.
    func unlock() { _ = flock(descriptor, LOCK_UN) }

    private func check(_ call: String, _ result: Int32) throws(JournalError) {
        guard result < 0 else { return }
        throw .system(call: call, path: path, code: errno)
    }

    private static func repeated<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            guard result < 0, errno == EINTR else { return result }
        }
    }
}
