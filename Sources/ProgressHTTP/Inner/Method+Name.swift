import MicroHTTPD

extension Method {
    /// A method by its HTTP name, which is case-sensitive.
    init(name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "PATCH": self = .patch
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        default: self = .other
        }
    }
}
