/// The units that durations are written in, the largest first.
enum DurationUnit: UInt8, CaseIterable, Sendable {
    case day, hour, minute, second

    var next: DurationUnit? { DurationUnit(rawValue: rawValue + 1) }

    var seconds: UInt64 {
        switch self {
        case .day: 86_400
        case .hour: 3_600
        case .minute: 60
        case .second: 1
        }
    }
}
