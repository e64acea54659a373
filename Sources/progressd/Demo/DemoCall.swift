/// One call, as a line of a batch.
struct DemoCall {
    let method: String
    let path: String
    /// A JSON object.
    let body: String

    /// A report or a control of a progress.
    static func post(_ verb: String, _ name: String, _ body: String = "{}") -> DemoCall {
        DemoCall(method: "POST", path: "/v1/progress/\(name)/\(verb)", body: body)
    }

    /// Replaces members.
    static func patch(_ name: String, _ members: [String]) -> DemoCall {
        DemoCall(method: "PATCH", path: "/v1/progress/\(name)", body: "{\(members.joined(separator: ","))}")
    }

    /// Begins a run; the one before has ended.
    static func begin(_ name: String, _ body: String) -> DemoCall {
        DemoCall(method: "PUT", path: "/v1/progress/\(name)", body: body)
    }

    var line: String {
        #"{"method":"\#(method)","path":"\#(path)","headers":{"Prefer":"return=minimal"},"body":\#(body)}"#
    }
}

/// What a worker has to know of a reply.
enum DemoDirective {
    case run, pause, cancel
    /// There is no such progress any more, or nobody answers.
    case none

    /// - Parameter line: of a batch's reply.
    init(line: Substring) {
        if line.contains(#""Progress-Directive":"cancel""#) {
            self = .cancel
        } else if line.contains(#""Progress-Directive":"pause""#) {
            self = .pause
        } else {
            self = line.contains(#""status":404"#) ? .none : .run
        }
    }
}
