#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Blocks the calling thread for a while.
enum Pause {
    static func milliseconds(_ count: UInt32) { usleep(count * 1_000) }
}
