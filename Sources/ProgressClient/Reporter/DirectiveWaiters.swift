/// Tasks that wait until a pause is over.
struct DirectiveWaiters {
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// Cancelled before they waited.
    private var cancelled: Set<UInt64> = []
    private var nextKey: UInt64 = 0

    var isEmpty: Bool { waiters.isEmpty }

    mutating func makeKey() -> UInt64 {
        nextKey += 1
        return nextKey
    }

    /// False: its task was cancelled already, and it must not wait.
    mutating func add(_ waiter: CheckedContinuation<Void, Never>, _ key: UInt64) -> Bool {
        if cancelled.remove(key) != nil { return false }
        waiters[key] = waiter
        return true
    }

    /// The one to resume, if it waits.
    mutating func cancel(_ key: UInt64) -> CheckedContinuation<Void, Never>? {
        if let waiter = waiters.removeValue(forKey: key) { return waiter }
        cancelled.insert(key)
        return nil
    }

    /// What `cancel` may have left.
    mutating func end(_ key: UInt64) { cancelled.remove(key) }

    mutating func takeAll() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
