/// The way to find the end of a request's body.
enum BodyFraming: Equatable {
    case none
    case declared(UInt64)
    case chunked
}
