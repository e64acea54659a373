import Glibc

/// One megabyte in memory that is a file system, until the test ends. Only root may make one, and not in every container.
package final class SmallDisk {
    package let path: String

    package static let isAllowed = SmallDisk() != nil

    package init?() {
        var template = Array("/tmp/disk-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        path = String(cString: made)
        guard mount("tmpfs", path, "tmpfs", 0, "size=1m,mode=700") == 0 else {
            rmdir(path)
            return nil
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    package func fill() {
        let file = open("\(path)/filling", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let piece = [UInt8](repeating: 1, count: 4096)
        while write(file, piece, piece.count) > 0 {}
    }

    package func empty() { unlink("\(path)/filling") }

    package func makeReadOnly() { mount(nil, path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) }
}
