/// Limits on the text of a node, in bytes of UTF-8.
package enum FieldLimits {
    package static let text = 4_096
    package static let userInfo = 16_384
    /// Limit for `userInfo` in a request: larger, because it may also remove everything that is there, by a null for
    /// each key.
    package static let userInfoChange = 65_536
    package static let labels = 64
    package static let writer = 128
    /// Seconds; for every duration that a client sends.
    package static let duration = 1e9
}
