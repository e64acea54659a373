internal import Glibc

/// Sizes, which tests make small.
package struct JournalSettings: Sendable {
    /// Space is reserved in such chunks; at least one is kept ahead while the disk has it.
    package var chunkByteCount = 16 << 20

    /// With fewer bytes than this since the last snapshot, a new one is not worth its cost.
    package var rotationByteCount = 64 << 20

    /// Groups are kept in memory until they are safe (see `Journal.sync`); at this many bytes `append` syncs by itself.
    package var unsyncedByteCount = 16 << 20

    /// Salts the checksums: bytes of another file, or chosen by a client, never look like a group of this one.
    package var drawSalt: @Sendable () -> UInt64 = { .random(in: 0 ... .max) }

    package init() {}

    /// Fits the file system of `path`, or of its parent: chunks and rotation take at most a quarter of it each.
    package init(fitting path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 || statvfs(DataDirectory.parent(of: path), &status) == 0 else { return }
        let size = status.f_blocks &* UInt(status.f_frsize)
        chunkByteCount = Int(min(UInt(chunkByteCount), max(size / 4, 64 << 10)))
        rotationByteCount = Int(min(UInt(rotationByteCount), max(size / 4, 256 << 10)))
    }
}
