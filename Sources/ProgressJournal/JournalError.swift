internal import Glibc
package import ProgressRecords

/// Why a data directory cannot be opened, read or written.
package enum JournalError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process has the directory open.
    case inUse(path: String)
    case notADirectory(path: String)
    /// An import needs an empty directory.
    case notEmpty(path: String, found: String)
    case notWritable(path: String, code: Int32)
    /// The directory, or something in it, has a form that this version does not know.
    case newer(NewerForm)
    /// The directory has a form that this version was told not to write.
    case newerThanAsked(path: String, form: RecordForm, asked: RecordForm)
    /// Something that was safe on disk is missing, or is not what was written. Nothing was changed.
    case damaged(path: String, offset: UInt64, what: String)
    case system(call: String, path: String, code: Int32)

    package init(_ record: UnreadableRecord) {
        switch record {
        case .damaged(let place, let what): self = .damaged(path: place.source, offset: place.offset, what: what)
        case .newer(let form): self = .newer(form)
        }
    }

    /// Whether more room would help: no space, quota, or the limit on a file's size.
    package var isLackOfSpace: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return code == ENOSPC || code == EDQUOT || code == EFBIG
    }

    package var description: String {
        switch self {
        case .inUse(let path): "\(path) is in use by another process"
        case .notADirectory(let path): "\(path) is not a directory"
        case .notEmpty(let path, let found): "\(path) is not empty: \(found) is in it"
        case .notWritable(let path, let code): "cannot write to \(path): \(Self.text(code))"
        case .newer(let form): form.description
        case .newerThanAsked(let path, let form, let asked):
            "\(path) has the form \(form) already, which --record-form \(asked) cannot take back"
        case .damaged(let path, let offset, let what): "\(path) is damaged at byte \(offset): \(what)"
        case .system(let call, let path, let code): "\(call) failed for \(path): \(Self.text(code))"
        }
    }

    /// The description with the next step, for an operator who cannot start or export.
    package var advice: String {
        guard case .damaged = self else { return description }
        return "\(description); `progressd export --until-damage` saves what is before that"
    }

    private static func text(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
