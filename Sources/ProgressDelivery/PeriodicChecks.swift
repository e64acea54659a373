import Platform
import ProgressRegistry

/// The periodic checks of a broker: silent streams, and rights that have ended.
struct PeriodicChecks {
    /// Nanoseconds of silence after which a comment line is sent.
    private let heartbeat: UInt64
    private let clock: ServiceClock
    private let requiresTokens: Bool
    private var nextSilenceCheck: UInt64 = 0
    private var nextPermitCheck: UInt64 = 0

    /// A right that ends also ends its streams within a second.
    private static let permitInterval: UInt64 = 500_000_000

    init(_ configuration: Configuration, _ clock: ServiceClock) {
        heartbeat = UInt64(configuration.heartbeatSeconds * 1e9)
        self.clock = clock
        requiresTokens = !configuration.tokens.isEmpty
    }

    /// Calls `body` when the check is due.
    /// - Returns: when the next check is due.
    mutating func checkSilence(now: UInt64, _ body: (_ silence: UInt64) -> Void) -> UInt64 {
        if now >= nextSilenceCheck {
            body(heartbeat)
            nextSilenceCheck = now + min(heartbeat / 4 + 1, 1_000_000_000)
        }
        return nextSilenceCheck
    }

    /// Calls `body` when the check is due, with the time in milliseconds since 1970.
    /// - Returns: when the next check is due.
    mutating func checkPermits(now: UInt64, _ body: (_ moment: Int64) -> Void) -> UInt64 {
        if !requiresTokens { return .max }
        if now >= nextPermitCheck {
            nextPermitCheck = now + Self.permitInterval
            body(clock.now())
        }
        return nextPermitCheck
    }
}
