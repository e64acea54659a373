/// How much text one node may carry; bytes of UTF-8.
package enum FieldLimits {
    package static let text = 4_096
    package static let userInfo = 16_384
    package static let labels = 64
    package static let writer = 128
    /// Seconds; every duration that a client may give.
    package static let duration = 1e9
}
