/// The content of a call's body, as far as reading a large one in slices depends on it.
enum BodyForm {
    /// A value of a few members.
    case members
    /// A root and what is below it.
    case root
    /// A root and what is below it; the root's name is in the path.
    case named
    /// A child and what is below it.
    case child

    /// nil: the call has no body, or does not read it as one value.
    init?(_ call: Call) {
        switch call {
        case .create: self = .root
        case .put: self = .named
        case .addChild: self = .child
        case .complete, .patch, .heartbeat, .cancel, .pause, .resume, .fail, .finish, .reserve, .makeGrant,
            .openSession:
            self = .members
        default: return nil
        }
    }

    /// Whether the top of a create is a child; nil: it is no create.
    var isChild: Bool? { self == .members ? nil : self == .child }
}
