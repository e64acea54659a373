/// CLDR's facts about a language: its plurals, numbers and units.
///
/// The values are in the other files of this folder, which `Scripts/cldr` makes from Babel's data.
struct CLDR: Sendable {
    let pluralCategory: @Sendable (DecimalNumber) -> PluralCategory
    let numbers: NumberSymbols
    let percent: Template<Placeholder.Number>
    var isRightToLeft = false
    /// By the raw values of `ByteUnit`.
    let bytes: [PluralForms<Placeholder.Number>]
    /// A quantity each second.
    let perSecond: Template<Placeholder.Amount>
    /// By the raw values of `DurationUnit`.
    let durations: [PluralForms<Placeholder.Number>]
    /// A duration in two units.
    let durationPair: Template<Placeholder.DurationPair>
}
