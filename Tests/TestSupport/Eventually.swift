import Glibc

/// Polls until the condition holds or the time is up.
package func eventually(within seconds: Double = 30, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Moment.now() + seconds
    while true {
        if try condition() { return true }
        if Moment.now() > deadline { return false }
        usleep(2_000)
    }
}
