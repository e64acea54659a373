package import Glibc

/// A value behind a pthread mutex. Not `Synchronization.Mutex`: ThreadSanitizer does not understand that on Linux.
///
/// A function belongs into a struct that is locked: `Lock<() -> Void>` wraps it in one more closure at each access.
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

/// A pthread mutex at an address that does not change.
package struct PthreadMutex: ~Copyable {
    package let address: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        address = .allocate(capacity: 1)
        address.initialize(to: pthread_mutex_t())
        pthread_mutex_init(address, nil)
    }

    deinit {
        pthread_mutex_destroy(address)
        address.deallocate()
    }

    func lock() { pthread_mutex_lock(address) }

    func unlock() { pthread_mutex_unlock(address) }
}
