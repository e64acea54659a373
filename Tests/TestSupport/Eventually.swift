import Glibc

/// Polls until the condition holds or the time is up: seldom, where it has waited for long.
package func eventually(within seconds: Double = 30, _ condition: () throws -> Bool) rethrows -> Bool {
    let start = Moment.now()
    while true {
        if try condition() { return true }
        let waited = Moment.now() - start
        if waited > seconds { return false }
        usleep(UInt32(1e6 * min(max(waited / 10, 0.002), 0.05)))
    }
}
