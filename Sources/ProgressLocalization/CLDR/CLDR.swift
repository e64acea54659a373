/// What CLDR says of a language: how it bends, writes numbers, and names units.
///
/// The values stand in the files beside this one, which `Scripts/cldr` makes from Babel's data.
struct CLDR: Sendable {
    let pluralCategory: @Sendable (DecimalNumber) -> PluralCategory
    let numbers: NumberSymbols
    let percent: Template<Place.Number>
    let isRightToLeft: Bool
    let bytes: ByteUnits
    /// A quantity each second.
    let perSecond: Template<Place.Amount>
    let durations: DurationUnits
}
