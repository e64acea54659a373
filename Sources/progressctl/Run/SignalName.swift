import ArgumentParser
import Glibc

/// A signal on the command line: `INT`, `SIGINT` or `2`.
struct SignalName: ExpressibleByArgument, Sendable {
    let number: Int32

    private static let names: [String: Int32] = [
        "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "KILL": SIGKILL, "USR1": SIGUSR1, "USR2": SIGUSR2,
        "TERM": SIGTERM,
    ]

    init(_ number: Int32) { self.number = number }

    init?(argument: String) {
        let name = argument.uppercased()
        if let number = Self.names[name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name] {
            self.number = number
        } else if let number = Int32(argument), (1...64).contains(number) {
            self.number = number
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { description }

    /// The signal's name, such as `SIGINT`, else `signal 42`.
    var description: String {
        Self.names.first { $0.value == number }.map { "SIG\($0.key)" } ?? Self.others[number] ?? "signal \(number)"
    }

    private static let others: [Int32: String] = [
        SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGPIPE: "SIGPIPE", SIGBUS: "SIGBUS", SIGILL: "SIGILL",
        SIGFPE: "SIGFPE",
        SIGALRM: "SIGALRM",
    ]
}
