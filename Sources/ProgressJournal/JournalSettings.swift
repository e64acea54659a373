internal import Glibc

/// What tests make small.
package struct JournalSettings: Sendable {
    /// How much space is reserved ahead at a time; at least as much is kept ahead while the disk has it.
    package var chunkByteCount = 16 << 20

    /// Below this many bytes since the last snapshot no new one is worth its cost.
    package var rotationByteCount = 64 << 20

    /// Groups are kept in memory until they are safe (see `Journal.sync`); at this many bytes `append` syncs by itself.
    package var unsyncedByteCount = 16 << 20

    /// Makes checksums of one file useless in another. What clients send cannot be made to look like a group.
    package var drawSalt: @Sendable () -> UInt64 = { .random(in: 0 ... .max) }

    package init() {}

    /// As it fits the file system of `path`, or of its parent: a quarter of it is reserved at a time, and as much written
    /// before a snapshot, if that is less than usual.
    package init(fitting path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 || statvfs(DataDirectory.parent(of: path), &status) == 0 else { return }
        let size = status.f_blocks &* UInt(status.f_frsize)
        chunkByteCount = Int(min(UInt(chunkByteCount), max(size / 4, 64 << 10)))
        rotationByteCount = Int(min(UInt(rotationByteCount), max(size / 4, 256 << 10)))
    }
}
