/// The descriptions of one file operation.
struct FileSentence: Sendable {
    /// With a known number of files.
    let counted: PluralForms<Placeholder.Number>
    /// With the name of the one file.
    let named: Template<Placeholder.QuotedName>
    /// With neither.
    let bare: Template<Never>
}
