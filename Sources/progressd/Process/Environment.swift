import Glibc

enum Environment {
    /// Nil for an empty variable too: that is what an unset one becomes on its way through compose and unit files.
    static func value(of name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
