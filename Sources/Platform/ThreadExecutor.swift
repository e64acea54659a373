internal import Glibc

/// Runs the task of one actor on a POSIX thread, which the task may block: the pool of Swift's concurrency runtime, with
/// its threads and file descriptors, is never started.
package final class ThreadExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // @unchecked: 1. `thread` is touched by the one thread that calls `run` and `join`; 2. `isOver` is touched on the thread
    // of the executor alone.
    private let jobs = Lock<[UnownedJob]>([])
    private let bell = Bell()
    private var thread: pthread_t?
    private var isOver = false

    package init() {}

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
                let due = jobs.withLock { jobs in
                    defer { jobs = [] }
                    return jobs
                }
                for job in due {
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
        jobs.withLock { $0.append(job) }
        bell.ring()
    }
}
