import Glibc
import Synchronization

/// Lets one thread sleep until another rings or a deadline passes. A ring before the sleep is not lost.
package final class Bell: @unchecked Sendable {
    // @unchecked: 1. mutex and condition are made once and never moved; 2. `hasRung` is atomic.
    private let mutex = PthreadMutex()
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let hasRung = Atomic<Bool>(false)

    package init() {
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Costs one atomic exchange while an earlier ring is still unheard.
    package func ring() {
        if hasRung.exchange(true, ordering: .sequentiallyConsistent) { return }
        // A waiter that has missed the flag holds the mutex until it sleeps: after this, the signal reaches it.
        mutex.lock()
        mutex.unlock()
        pthread_cond_signal(condition)
    }

    /// - Parameter deadline: monotonic nanoseconds.
    package func wait(until deadline: UInt64) {
        var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        mutex.lock()
        while !hasRung.load(ordering: .sequentiallyConsistent)
            && pthread_cond_timedwait(condition, mutex.address, &time) == 0
        {}
        hasRung.store(false, ordering: .sequentiallyConsistent)
        mutex.unlock()
    }
}
