internal import Glibc

/// Traps, in debug builds, when a second thread uses something that belongs to one. The first to use it owns it.
package struct ThreadCheck {
    #if DEBUG
        private var owner: pthread_t?
    #endif

    package init() {}

    package mutating func assertOnThread() {
        #if DEBUG
            let thread = pthread_self()
            precondition(pthread_equal(owner ?? thread, thread) != 0, "used by a second thread")
            owner = thread
        #endif
    }
}
