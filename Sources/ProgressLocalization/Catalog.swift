/// All texts of one language; a language that lacks one does not compile.
///
/// To add a language, write `Catalogs/Catalog+xx.swift`, name it in `Catalog.all`, and run `make cldr`. Code never
/// joins words: each language writes whole sentences, and orders and inflects them as it must. Sentences about
/// operations on files differ by one word in most languages; a catalog may write them once, with that word as a
/// parameter, and an exception in full. Numbers, durations and amounts come with their units in the nominative, as CLDR
/// has them, so sentences must leave them in it.
///
/// Right to left: sentences need no marks. `quotation` isolates the name, CLDR's table isolates units in Latin letters,
/// and `Describer` puts a mark (U+200F) before and after each text.
struct Catalog: Sendable {
    /// The BCP 47 tag, as `Content-Language` says it.
    let tag: StaticString
    /// Other tags that mean this language: `zh-TW` for `zh-Hant`, `pt` for `pt-BR`.
    var aliases: [StaticString] = []
    let cldr: CLDR

    let percentCompleted: Template<Placeholder.Percent>
    let unitsOfTotal: Template<Placeholder.OfTotal>
    let bytesOfTotal: Template<Placeholder.OfTotal>
    /// By the plural of the total.
    let filesOfTotal: PluralForms<Placeholder.OfTotal>
    let files: FileSentences
    let states: StateNames
    /// CLDR's quotation marks, which Babel leaves out. From right to left the name is isolated (U+2068, U+2069).
    let quotation: Template<Placeholder.Name>
    let remaining: RemainingSentences
    var additional = AdditionalSentences.common
}
