import MicroHTTPD

/// Makes calls for a request that consists of several, or is read in slices. On its reactor's thread only.
protocol CallMaker: AnyObject {
    var service: ServiceContext { get }
    var metrics: CallMetrics { get }
    /// The one that is read now; the others wait for it.
    var largeBody: LargeBodyAnswer? { get set }

    /// The head of a call that is not an exchange of its own.
    /// - Throws: `.unknownPath` or `.methodNotAllowed`.
    func head(
        ofLine line: CallHeaders,
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?
    ) throws(RequestError) -> CallHead

    /// Answers a call into `answer`; problems are answers too.
    func respond(to request: inout APIRequest, into answer: Answer) -> Outcome

    func writeProblem(_ error: RequestError, path: UnsafeBufferPointer<UInt8>, _ answer: Answer)
}
