package import ProgressCore

/// `{"childID": …, "pendingUnitCount": …}`: an existing root becomes a child.
package struct AttachBody: Sendable {
    package let childID: String
    package let pendingUnitCount: Int64

    /// Nil if the body does not speak of an existing child: then it is a create.
    package init?(_ value: JSONValue) throws(BodyError) {
        guard case .object(let members) = value, let child = members["childID"] else { return nil }
        for (name, _) in members where name != "childID" && name != "pendingUnitCount" {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
        guard let id = try Field.text(child, { .root.appending("childID") }) else {
            throw .missingField(pointer: "/childID")
        }
        childID = id
        pendingUnitCount = try Field.pendingUnitCount(members["pendingUnitCount"]) {
            .root.appending("pendingUnitCount")
        }
    }
}

/// `{"pendingUnitCount": n, "expiresIn"?: seconds}`.
package struct ReservationBody: Sendable {
    package let pendingUnitCount: Int64
    package let expiresIn: Double?

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try Field.object(value) { .root }
        for (name, _) in members where name != "pendingUnitCount" && name != "expiresIn" {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
        pendingUnitCount = try Field.pendingUnitCount(members["pendingUnitCount"]) {
            .root.appending("pendingUnitCount")
        }
        expiresIn = try members["expiresIn"].flatMap { value throws(BodyError) in
            try Field.positiveDuration(value) { .root.appending("expiresIn") }
        }
    }
}

/// `{"reason"?: string}` of a control call.
package struct ControlBody: Sendable {
    package let reason: String?

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try Field.object(value) { .root }
        for (name, _) in members where name != "reason" {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
        reason = try members["reason"].flatMap { value throws(BodyError) in
            try Field.text(value) { .root.appending("reason") }
        }
    }
}

/// `{"message": string, "code"?: string}`.
package struct FailBody: Sendable {
    package let failure: ProgressDetails.Failure

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try Field.object(value) { .root }
        for (name, _) in members where name != "message" && name != "code" {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
        guard let given = members["message"], let message = try Field.text(given, { .root.appending("message") })
        else { throw .missingField(pointer: "/message") }
        let code = try members["code"].flatMap { value throws(BodyError) in
            try Field.text(value) { .root.appending("code") }
        }
        failure = ProgressDetails.Failure(message: message, code: code)
    }
}

/// `{"role": …, "expiresIn"?: seconds}`.
package struct GrantBody: Sendable {
    package let role: String
    package let expiresIn: Double?

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try Field.object(value) { .root }
        for (name, _) in members where name != "role" && name != "expiresIn" {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
        guard let given = members["role"], let role = try Field.text(given, { .root.appending("role") })
        else { throw .missingField(pointer: "/role") }
        self.role = role
        expiresIn = try members["expiresIn"].flatMap { value throws(BodyError) in
            try Field.positiveDuration(value) { .root.appending("expiresIn") }
        }
    }
}

/// `{"token": …}`.
package struct SessionBody: Sendable {
    package let token: String

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try Field.object(value) { .root }
        for (name, _) in members where name != "token" {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
        guard let given = members["token"], let token = try Field.text(given, { .root.appending("token") })
        else { throw .missingField(pointer: "/token") }
        self.token = token
    }
}

/// A body without members: absent, empty, or `{}`.
package enum EmptyBody {
    package static func check(_ value: JSONValue) throws(BodyError) {
        for (name, _) in try Field.object(value, { .root }) {
            throw .unknownField(pointer: JSONPointer.root.appending(name).text)
        }
    }
}
