import CCommit

/// What the service says of itself.
package enum Release {
    /// For `--version`, the metrics and MCP.
    package static let version = PROGRESSD_VERSION
}
