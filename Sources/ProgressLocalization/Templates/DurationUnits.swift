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
