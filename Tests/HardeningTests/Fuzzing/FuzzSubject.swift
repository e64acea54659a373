import ProgressWire

/// The readers of untrusted bytes, each beside an independent model of what the bytes mean.
///
/// `FuzzTests` feeds them a little of everything on each run; `Fuzz/run` feeds them for as long as one likes,
/// led by the code that was reached.
enum FuzzSubject: String, CaseIterable {
    case json
    case router
    case events
    case mergePatch = "merge-patch"
    case form
    case batch
    case message = "mcp"

    /// Whether an input of it is carried out, which takes longer than to read it.
    var isCarriedOut: Bool { self == .batch || self == .message }

    /// The flaw in what the service makes of `input`; nil if there is none.
    func fault(_ input: [UInt8], _ bounds: CallSubject.Bounds = CallSubject.Bounds()) -> String? {
        switch self {
        case .json: JSONSubject.fault(input)
        case .router: RouterSubject.fault(input) ?? QuerySubject.fault(input)
        case .events: EventSubject.fault(input)
        case .mergePatch: MergePatchSubject.fault(input)
        case .form: FormSubject.fault(input)
        case .batch: CallSubject.fault(batch: input, bounds)
        case .message: CallSubject.fault(message: input, bounds)
        }
    }
}

extension JSONValue {
    /// The text as the service writes it.
    var text: String {
        var bytes: [UInt8] = []
        bytes.appendJSON(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}
