/// The descriptions of every file operation.
struct FileSentences: Sendable {
    let downloading: FileSentence
    let decompressing: FileSentence
    let receiving: FileSentence
    let copying: FileSentence
    let uploading: FileSentence
    let duplicating: FileSentence
    let processing: FileSentence

    subscript(operation: FileOperation) -> FileSentence {
        switch operation {
        case .downloading: downloading
        case .decompressing: decompressing
        case .receiving: receiving
        case .copying: copying
        case .uploading: uploading
        case .duplicating: duplicating
        case .processing: processing
        }
    }
}

/// The descriptions of one file operation.
struct FileSentence: Sendable {
    /// With a known number of files.
    let counted: PluralForms<Placeholder.Number>
    /// With the name of the one file.
    let named: Template<Placeholder.QuotedName>
    /// Without count and name.
    let bare: Template<Never>
}
