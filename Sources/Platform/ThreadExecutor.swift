internal import Glibc

/// Runs the task of one actor on a POSIX thread, which the task may block: the pool of Swift's concurrency runtime, with
/// its threads and file descriptors, is never started.
package final class ThreadExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // @unchecked: 1. `jobs` is touched under `mutex` alone, which is made once and never moved; 2. `thread` is touched by
    // the one thread that calls `run` and `join`; 3. `isOver` is touched on the thread of the executor alone.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let bell = Bell()
    private var jobs: [UnownedJob] = []
    private var thread: pthread_t?
    private var isOver = false

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Whether the thread was started and not joined yet.
    package var isRunning: Bool { thread != nil }

    /// Starts the thread, which runs `body` to its end.
    package func run(_ body: @escaping @Sendable () async -> Void) {
        thread = Thread { [self] in
            Task(executorPreference: self) {
                await body()
                self.isOver = true
            }
            while !isOver {
                bell.wait(until: .max)
                for job in takeJobs() {
                    job.runSynchronously(
                        isolatedTo: asUnownedSerialExecutor(),
                        taskExecutor: asUnownedTaskExecutor()
                    )
                }
            }
        }
        .start()
    }

    /// Waits until the body has ended.
    package func join() {
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        // 1. The thread may run the job to the end of the body, and its owner let go of all this, before the bell has
        // rung; the reference is given back below.
        let kept = Unmanaged.passRetained(self)
        defer { kept.release() }
        let job = UnownedJob(job)
        pthread_mutex_lock(mutex)
        jobs.append(job)
        pthread_mutex_unlock(mutex)
        bell.ring()
    }

    private func takeJobs() -> [UnownedJob] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let taken = jobs
        jobs = []
        return taken
    }
}
