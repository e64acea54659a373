/// The way to find the end of a reply's body.
enum ReplyFraming: Equatable {
    case none
    case declared(Int)
    case chunked
    /// The end of the connection.
    case untilEnd
}
