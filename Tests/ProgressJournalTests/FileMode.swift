import Glibc

enum FileMode {
    /// The permissions of the file or directory.
    static func of(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }
}
