internal import CMicroHTTPD

/// Tells the processor which memory is read soon. Of several objects at once: it then loads them together, where each
/// access would wait for its own.
package enum Prefetch {
    /// - Parameters:
    ///   - first: the offset of the first byte of the object that is read soon; its fields begin at 16.
    ///   - end: the offset after the last one, at most 64 bytes later, so that it is in one or two cache lines.
    @inline(__always)
    package static func begin(_ object: AnyObject, from first: Int, to end: Int) {
        let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        cmicrohttpd_prefetch(start + first)
        cmicrohttpd_prefetch(start + (end - 1))
    }
}
