import Glibc
import ProgressClient

/// Environment variables, without white space around their values; an empty one counts as not set.
enum Environment {
    static subscript(name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0).trimmed }), !value.isEmpty else { return nil }
        return value
    }
}
