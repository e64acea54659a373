import Glibc
import Platform
import Synchronization

/// The registry's executor: a lock that reactors' threads take for one short step, and a queue for the jobs of callers
/// that `await`.
///
/// Holding the gate means being on the actor. A synchronous caller takes the gate, works, and runs the jobs that queued
/// meanwhile before it lets go. The job of an asynchronous caller runs at once on the caller's thread if the gate is
/// free. So a request costs one uncontended lock and no hop to another thread.
final class Gate: SerialExecutor, @unchecked Sendable {
    // @unchecked: 1. `holder` is written under `door` alone and elsewhere only compared with the reader's own thread, and
    // only that thread can have written that value; 2. `jobs` is touched under `jobsLock` alone, and `jobCount` is atomic.
    // The mutexes are locked by pthread's own calls, for each request does: those of another module would cost a jump.
    private let door = PthreadMutex()
    private let jobsLock = PthreadMutex()
    private let holder: UnsafeMutablePointer<pthread_t>
    private let jobs: UnsafeMutablePointer<[UnownedJob]>
    /// How many jobs wait. Read without the lock, so the usual case costs one load.
    private let jobCount = Atomic<Int>(0)

    init() {
        holder = .allocate(capacity: 1)
        holder.initialize(to: pthread_t())
        jobs = .allocate(capacity: 1)
        jobs.initialize(to: [])
    }

    deinit {
        holder.deallocate()
        jobs.deinitialize(count: 1)
        jobs.deallocate()
    }

    /// Takes the gate. Any thread that does not hold it already.
    func lock() {
        pthread_mutex_lock(door.address)
        holder.pointee = pthread_self()
    }

    /// Runs the queued jobs, lets go, and looks once more for a job that queued in between.
    func unlock() {
        repeat {
            runJobs()
            holder.pointee = pthread_t()
            pthread_mutex_unlock(door.address)
            // The look must not move before the unlock: it has to see a job whose thread found the door shut.
            atomicMemoryFence(ordering: .sequentiallyConsistent)
        } while hasJobs && tryLock()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        // 1. The job, here or on the thread that holds the door, may release the last reference to the actor and so to
        // this gate. The gate has to stay until the door is unlocked after the job; then the reference is given back.
        let kept = Unmanaged.passRetained(self)
        defer { kept.release() }
        let job = UnownedJob(job)
        pthread_mutex_lock(jobsLock.address)
        jobs.pointee.append(job)
        jobCount.add(1, ordering: .sequentiallyConsistent)
        pthread_mutex_unlock(jobsLock.address)
        if tryLock() { unlock() }
    }

    func checkIsolated() {
        precondition(isHeldHere, "the registry is entered through its gate only")
    }

    func isIsolatingCurrentContext() -> Bool? { isHeldHere }

    private var isHeldHere: Bool { pthread_equal(holder.pointee, pthread_self()) != 0 }

    private func tryLock() -> Bool {
        guard pthread_mutex_trylock(door.address) == 0 else { return false }
        holder.pointee = pthread_self()
        return true
    }

    private var hasJobs: Bool { jobCount.load(ordering: .sequentiallyConsistent) > 0 }

    private func runJobs() {
        while hasJobs {
            pthread_mutex_lock(jobsLock.address)
            let waiting = jobs.pointee
            jobs.pointee = []
            jobCount.subtract(waiting.count, ordering: .sequentiallyConsistent)
            pthread_mutex_unlock(jobsLock.address)
            for job in waiting { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
