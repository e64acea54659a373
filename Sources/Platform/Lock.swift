internal import Glibc

/// A value behind a pthread mutex. Not `Synchronization.Mutex`: ThreadSanitizer does not understand that on Linux.
package final class Lock<Value>: @unchecked Sendable {
    // 1. `value` is touched only between lock and unlock of `mutex`.
    // 2. `mutex` is allocated once, at a stable address, and destroyed with the last reference.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
