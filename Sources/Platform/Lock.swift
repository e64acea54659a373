/// A value behind a pthread mutex. Not `Synchronization.Mutex`: ThreadSanitizer does not understand that on Linux.
package final class Lock<Value>: @unchecked Sendable {
    // `value` is touched only between lock and unlock of `mutex`.
    private let mutex = PthreadMutex()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return body(&value)
    }
}
