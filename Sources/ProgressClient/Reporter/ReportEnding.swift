/// The last word on a progress.
enum ReportEnding: Sendable, Equatable {
    case finish
    case fail(message: String, code: String?)
}
