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

/// How a language writes a duration in each unit, and in two.
struct DurationUnits: Sendable {
    let day: PluralForms<Placeholder.Number>
    let hour: PluralForms<Placeholder.Number>
    let minute: PluralForms<Placeholder.Number>
    let second: PluralForms<Placeholder.Number>
    let pair: Template<Placeholder.DurationPair>

    subscript(unit: DurationUnit) -> PluralForms<Placeholder.Number> {
        switch unit {
        case .day: day
        case .hour: hour
        case .minute: minute
        case .second: second
        }
    }
}
