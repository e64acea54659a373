package import ProgressCore

/// `{"childID": …, "pendingUnitCount": …}`: an existing root becomes a child.
package struct AttachBody: Sendable {
    package let childID: String
    package let pendingUnitCount: Int64

    /// Nil without `childID`: the body is a create then.
    package init?(_ value: JSONValue) throws(BodyError) {
        guard case .object(let object) = value, object["childID" as StaticString] != nil else { return nil }
        let members = try ObjectMembers(value, knows: ["childID", "pendingUnitCount"])
        childID = try members.required("childID", members.text)
        pendingUnitCount = try members.pendingUnitCount()
    }
}

/// `{"pendingUnitCount": n, "expiresIn"?: seconds}`.
package struct ReservationBody: Sendable {
    package let pendingUnitCount: Int64
    package let expiresIn: Double?

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try ObjectMembers(value, knows: ["pendingUnitCount", "expiresIn"])
        pendingUnitCount = try members.pendingUnitCount()
        expiresIn = try members.positiveDuration("expiresIn")
    }
}

/// `{"reason"?: string}` of a control call.
package struct ControlBody: Sendable {
    package let reason: String?

    package init(_ value: JSONValue) throws(BodyError) {
        reason = try ObjectMembers(value, knows: ["reason"]).text("reason")
    }
}

/// `{"message": string, "code"?: string}`, and members of the progress.
package struct FailBody: Sendable {
    package let failure: ProgressDetails.Failure
    package let result: PatchBody

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try ObjectMembers(value)
        result = try PatchBody(resultIn: members, leavesOut: ["message", "code"])
        failure = try ProgressDetails.Failure(members)
    }
}

extension ProgressDetails.Failure {
    init(_ members: ObjectMembers) throws(BodyError) {
        self.init(message: try members.required("message", members.text), code: try members.text("code"))
    }
}

/// Members of a progress that finishes.
package struct FinishBody: Sendable {
    package let result: PatchBody

    package init(_ value: JSONValue) throws(BodyError) {
        result = try PatchBody(resultIn: ObjectMembers(value), leavesOut: [])
    }
}

/// `{"role": …, "expiresIn"?: seconds}`.
package struct GrantBody: Sendable {
    package let role: String
    package let expiresIn: Double?

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try ObjectMembers(value, knows: ["role", "expiresIn"])
        role = try members.required("role", members.text)
        expiresIn = try members.positiveDuration("expiresIn")
    }
}

/// `{"token": …}`.
package struct SessionBody: Sendable {
    package let token: String

    package init(_ value: JSONValue) throws(BodyError) {
        let members = try ObjectMembers(value, knows: ["token"])
        token = try members.required("token", members.text)
    }
}

/// A body without members: absent, empty, or `{}`.
package enum EmptyBody {
    package static func check(_ value: JSONValue) throws(BodyError) { _ = try ObjectMembers(value, knows: []) }
}
