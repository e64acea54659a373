/// The tasks that wait until a pause is over.
struct DirectiveWaiters {
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// The keys that were cancelled before their tasks waited.
    private var cancelled: Set<UInt64> = []
    private var nextKey: UInt64 = 0

    var isEmpty: Bool { waiters.isEmpty }

    mutating func makeKey() -> UInt64 {
        nextKey += 1
        return nextKey
    }

    /// Adds a task; false if it was cancelled already, and must not wait.
    mutating func add(_ waiter: CheckedContinuation<Void, Never>, _ key: UInt64) -> Bool {
        if cancelled.remove(key) != nil { return false }
        waiters[key] = waiter
        return true
    }

    /// Cancels a task; returns it if it waits, to be resumed.
    mutating func cancel(_ key: UInt64) -> CheckedContinuation<Void, Never>? {
        if let waiter = waiters.removeValue(forKey: key) { return waiter }
        cancelled.insert(key)
        return nil
    }

    /// Forgets a key that `cancel` may have noted.
    mutating func end(_ key: UInt64) { cancelled.remove(key) }

    mutating func takeAll() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
