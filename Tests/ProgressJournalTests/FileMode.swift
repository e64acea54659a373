import Glibc

enum FileMode {
    /// The permissions of what is there.
    static func of(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }
}
