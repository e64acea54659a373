/// How the end of a request's body is known.
enum BodyFraming: Equatable {
    case none
    case declared(UInt64)
    case chunked
}
