/// All texts and rules of one language; a language that lacks one does not compile.
///
/// To add a language, write `Catalog+xx.swift` and name it in `Catalog.all`. Sentences are whole, never put together
/// from words. Marks of writing direction belong in the sentences, isolates (U+2068, U+2069) around `name` included.
struct Catalog: Sendable {
    /// The BCP 47 tag, as `Content-Language` says it.
    let tag: StaticString
    /// Other tags that mean this language: `zh-TW` for `zh-Hant`, `pt` for `pt-BR`.
    let aliases: [StaticString]
    let pluralCategory: @Sendable (DecimalNumber) -> PluralCategory
    let numbers: NumberSymbols

    let percentCompleted: Template<Place.Number>
    let unitsOfTotal: Template<Place.OfTotal>
    let bytesOfTotal: Template<Place.OfTotal>
    /// By the plural of the total.
    let filesOfTotal: PluralForms<Place.OfTotal>
    let files: FileSentences
    let quotation: Template<Place.Name>

    let bytes: ByteUnits
    let bytesPerSecond: Template<Place.Amount>
    let durations: DurationUnits
    /// By the plural of the larger unit's number.
    let remaining: PluralForms<Place.Duration>
    let additional: AdditionalSentences
}
