/// What is said by `--version`.
enum Release {
    static let version = "0.1.0"
}
