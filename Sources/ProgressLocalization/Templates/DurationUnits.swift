/// How a language writes a duration in each unit, and in two.
struct DurationUnits: Sendable {
    let day: PluralForms<Place.Number>
    let hour: PluralForms<Place.Number>
    let minute: PluralForms<Place.Number>
    let second: PluralForms<Place.Number>
    let pair: Template<Place.DurationPair>

    subscript(unit: DurationUnit) -> PluralForms<Place.Number> {
        switch unit {
        case .day: day
        case .hour: hour
        case .minute: minute
        case .second: second
        }
    }
}
