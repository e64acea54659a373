#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Lets a thread stand still.
enum Pause {
    static func milliseconds(_ count: UInt32) { usleep(count * 1_000) }
}
