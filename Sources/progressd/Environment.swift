import Glibc

enum Environment {
    static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
