/// An operation on files; `processing` is everything without a sentence of its own.
enum FileOperation: Int, CaseIterable, Sendable {
    case downloading, decompressing, receiving, copying, uploading, duplicating, processing

    /// `kind` is the word on the wire.
    init(kind: String?) {
        self =
            switch kind {
            case "downloading": .downloading
            case "decompressingAfterDownloading": .decompressing
            case "receiving": .receiving
            case "copying": .copying
            case "uploading": .uploading
            case "duplicating": .duplicating
            default: .processing
            }
    }
}
