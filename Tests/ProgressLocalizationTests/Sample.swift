import ProgressCore
import ProgressLocalization

/// A snapshot made for one sentence, and the sentences made from it.
struct Sample {
    var snapshot: ProgressSnapshot
    var details: ProgressDetails {
        get { snapshot.details ?? ProgressDetails() }
        set { snapshot.details = newValue }
    }

    init(_ completed: Int64, of total: Int64) {
        let id = ProgressID(high: 1, low: 2)
        snapshot = ProgressSnapshot(id: id, rootID: id)
        snapshot.completedUnitCount = completed
        snapshot.totalUnitCount = total
        snapshot.fractionCompleted = Counts(total: total, completed: completed).fraction(childSum: 0)
    }

    static func plain(
        _ completed: Int64,
        of total: Int64,
        throughput: Double? = nil,
        time: Double? = nil
    ) -> Sample {
        var sample = Sample(completed, of: total)
        sample.snapshot.throughput = throughput
        sample.snapshot.estimatedTimeRemaining = time
        return sample
    }

    static func file(
        _ completed: Int64,
        of total: Int64,
        operation: String? = "downloading",
        url: String? = nil,
        files: (completed: Int64?, total: Int64?) = (nil, nil),
        throughput: Double? = nil,
        time: Double? = nil
    ) -> Sample {
        var sample = plain(completed, of: total, throughput: throughput, time: time)
        sample.details.kind = "file"
        sample.details.fileOperationKind = operation
        sample.details.fileURL = url
        sample.details.fileCompletedCount = files.completed
        sample.details.fileTotalCount = files.total
        return sample
    }

    var description: String { description(in: .english) }

    var additional: String { additional(in: .english) }

    func description(in language: Language) -> String {
        text { Describer(language: language).appendDescription(of: snapshot, to: &$0) }
    }

    func additional(in language: Language) -> String {
        text { Describer(language: language).appendAdditionalDescription(of: snapshot, to: &$0) }
    }

    private func text(_ append: (inout [UInt8]) -> Void) -> String {
        var bytes = Array("before|".utf8)
        append(&bytes)
        guard let text = String(validating: bytes, as: UTF8.self) else { return "malformed UTF-8" }
        // By scalars: a mark of direction at the beginning forms one character with the text before it.
        let scalars = text.unicodeScalars
        return scalars.starts(with: "before|".unicodeScalars) ? String(scalars.dropFirst(7)) : "overwritten"
    }
}

extension Array<UInt8> {
    /// Passes the bytes as the server has them, in a buffer that it does not own.
    func asHeader<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeBufferPointer(body)
    }
}
