import CCommit

/// Facts that the service reports about itself.
package enum Release {
    /// For `--version`, the metrics and MCP.
    package static let version = PROGRESSD_VERSION
}
