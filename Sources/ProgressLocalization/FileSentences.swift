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
