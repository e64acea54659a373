/// The body of a request whose head was not refused.
package struct AdmittedBody {
    package let maximumByteCount: Int
    /// Whether the caller has a right, or needs none; false if only another replica can tell.
    package let hasRight: Bool
}
