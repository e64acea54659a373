/// The open containers: a bit each, set for an object; on the heap only beyond 64.
struct JSONNesting {
    private(set) var depth = 0
    private var innermost: UInt64 = 0
    private var outer: [UInt64] = []

    var isEmpty: Bool { depth == 0 }

    /// Whether the innermost container is an object.
    var isInObject: Bool { innermost & 1 == 1 }

    mutating func push(isObject: Bool) {
        if depth > 0, depth & 63 == 0 {
            outer.append(innermost)
            innermost = 0
        }
        innermost = innermost << 1 | (isObject ? 1 : 0)
        depth += 1
    }

    mutating func pop() {
        depth -= 1
        innermost >>= 1
        if depth > 0, depth & 63 == 0 { innermost = outer.removeLast() }
    }
}
