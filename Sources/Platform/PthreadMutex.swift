package import Glibc

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
