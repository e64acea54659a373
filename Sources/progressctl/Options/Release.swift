import CCommit

enum Release {
    static let version = PROGRESSD_VERSION
}
