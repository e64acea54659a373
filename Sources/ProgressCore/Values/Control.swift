/// A call that flows down the tree to the workers.
///
/// Records on disk hold the raw values: never change them.
package enum Control: UInt8, CaseIterable, Sendable {
    case cancel = 1
    case pause = 2
    case resume = 3

    package var name: StaticString {
        switch self {
        case .cancel: "cancel"
        case .pause: "pause"
        case .resume: "resume"
        }
    }
}
