import ArgumentParser

/// A time on the command line: `90`, `90s`, `1.5m`, `2h`, `1d`.
struct TimeSpan: ExpressibleByArgument, Sendable {
    /// The argument as it was given.
    let text: String
    let duration: Duration

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let unit = argument.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? argument : String(argument.dropLast())), number >= 0, number < 1e9
        else {
            return nil
        }
        text = argument
        duration = .seconds(number * (unit ?? 1))
    }
}
