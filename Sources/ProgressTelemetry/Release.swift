/// The version, for `--version` and the metrics.
package enum Release {
    package static let version = "0.1.0"
}
