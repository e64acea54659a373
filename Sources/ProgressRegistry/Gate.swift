import Glibc
import Synchronization

/// The registry's executor: a lock that threads of the HTTP side take and hold for one short step, and at which jobs of
/// `await`ing callers queue.
///
/// Whoever holds the gate is on the actor. A synchronous caller takes it, works, and before it lets go runs the jobs
/// that came meanwhile; an asynchronous caller whose job finds the gate free runs it on its own thread at once. So a
/// request costs one uncontended lock and no hop to another thread.
final class Gate: SerialExecutor, @unchecked Sendable {
    // @unchecked: 1. `door` and `jobsLock` are made once and never moved; 2. `holder` is written under `door` alone and
    // read elsewhere only to be compared with the reader's own thread, which only that thread could have written;
    // 3. `jobs` is touched under `jobsLock` alone, and `jobCount` is atomic.
    private let door: UnsafeMutablePointer<pthread_mutex_t>
    private let jobsLock: UnsafeMutablePointer<pthread_mutex_t>
    private let holder: UnsafeMutablePointer<pthread_t>
    private let jobs: UnsafeMutablePointer<[UnownedJob]>
    /// How many jobs wait; read without the lock, so that the usual case costs one load.
    private let jobCount = Atomic<Int>(0)

    init() {
        door = .allocate(capacity: 1)
        door.initialize(to: pthread_mutex_t())
        pthread_mutex_init(door, nil)
        jobsLock = .allocate(capacity: 1)
        jobsLock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(jobsLock, nil)
        holder = .allocate(capacity: 1)
        holder.initialize(to: pthread_t())
        jobs = .allocate(capacity: 1)
        jobs.initialize(to: [])
    }

    deinit {
        pthread_mutex_destroy(door)
        pthread_mutex_destroy(jobsLock)
        door.deallocate()
        jobsLock.deallocate()
        holder.deallocate()
        jobs.deinitialize(count: 1)
        jobs.deallocate()
    }

    /// Takes the gate; any thread, never one that holds it already.
    func lock() {
        pthread_mutex_lock(door)
        holder.pointee = pthread_self()
    }

    /// Runs what queued, lets go, and looks once more: a job that came in between is not left behind.
    func unlock() {
        repeat {
            runJobs()
            holder.pointee = pthread_t()
            pthread_mutex_unlock(door)
            // The look comes after the unlock for every thread: whoever queued and found the door shut is seen.
            atomicMemoryFence(ordering: .sequentiallyConsistent)
        } while hasJobs && tryLock()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // Once the job has run, here or on the thread that holds the door, nobody may be left who holds the actor, and
        // so this gate; it has to stay until the door is shut behind the job.
        let kept = Unmanaged.passRetained(self)
        defer { kept.release() }
        let job = UnownedJob(job)
        pthread_mutex_lock(jobsLock)
        jobs.pointee.append(job)
        jobCount.add(1, ordering: .sequentiallyConsistent)
        pthread_mutex_unlock(jobsLock)
        if tryLock() { unlock() }
    }

    func checkIsolated() {
        precondition(isHeldHere, "the registry is entered through its gate only")
    }

    func isIsolatingCurrentContext() -> Bool? { isHeldHere }

    private var isHeldHere: Bool { pthread_equal(holder.pointee, pthread_self()) != 0 }

    private func tryLock() -> Bool {
        guard pthread_mutex_trylock(door) == 0 else { return false }
        holder.pointee = pthread_self()
        return true
    }

    private var hasJobs: Bool { jobCount.load(ordering: .sequentiallyConsistent) > 0 }

    private func runJobs() {
        while hasJobs {
            pthread_mutex_lock(jobsLock)
            let waiting = jobs.pointee
            jobs.pointee = []
            jobCount.subtract(waiting.count, ordering: .sequentiallyConsistent)
            pthread_mutex_unlock(jobsLock)
            for job in waiting { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
