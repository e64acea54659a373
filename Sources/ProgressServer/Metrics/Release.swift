/// What is said by `--version`, and by the metrics.
package enum Release {
    package static let version = "0.1.0"
}
