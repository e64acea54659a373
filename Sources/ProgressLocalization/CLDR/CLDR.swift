/// CLDR's facts about a language: its plurals, numbers and units.
///
/// The values are in the other files of this folder, which `Scripts/cldr` makes from Babel's data.
struct CLDR: Sendable {
    let pluralCategory: @Sendable (DecimalNumber) -> PluralCategory
    let numbers: NumberSymbols
    let percent: Template<Placeholder.Number>
    var isRightToLeft = false
    let bytes: ByteUnits
    /// A quantity each second.
    let perSecond: Template<Placeholder.Amount>
    let durations: DurationUnits
}
