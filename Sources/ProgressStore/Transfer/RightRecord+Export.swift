import ProgressCore
import ProgressRegistry
import ProgressWire

/// A right as a line of an export.
extension RightRecord {
    /// Before version 4 nothing said when a right was made, and by whom.
    private static func common(_ format: ExportFormat) -> Set<String> {
        let members = ExportLine.common.union(["kind", "tokenDigest", "originDigest"])
        return format.hasProvenance ? members.union(["createdAt", "by"]) : members
    }

    func appendLine(to bytes: inout [UInt8]) {
        ExportLine.right.appendStart(to: &bytes)
        bytes.appendMember(",\"kind\":", text: kind.name)
        bytes.append(",\"tokenDigest\":")
        Hexadecimal.append(digest.bytes, to: &bytes)
        if let origin {
            bytes.append(",\"originDigest\":")
            Hexadecimal.append(origin.bytes, to: &bytes)
        }
        if let provenance {
            bytes.appendMember(",\"createdAt\":", moment: provenance.createdAt)
            bytes.append(",\"by\":")
            bytes.append(exported: provenance.by, grant: provenance.grant)
        }
        switch kind {
        case .grant(let id, let role, let node, let expiresAt):
            bytes.appendMember(",\"grantID\":", id: id)
            bytes.appendMember(",\"role\":", text: role.name.description)
            bytes.appendMember(",\"nodeID\":", id: node)
            bytes.appendMember(",\"expiresAt\":", moment: expiresAt)
        case .claim(let child): bytes.appendMember(",\"nodeID\":", id: child)
        case .reservation: bytes.appendMember(",\"nodeID\":", id: .unclaimed)
        case .session: break
        }
        bytes.append("}\n")
    }

    init(_ members: ObjectMembers, _ format: ExportFormat) throws(BodyError) {
        let common = Self.common(format)
        let name = try members.required("kind") { name throws(BodyError) in try members.text(name) }
        let kind: Kind
        switch name {
        case "grant":
            try members.check(knows: common.union(["grantID", "role", "nodeID", "expiresAt"]))
            kind = .grant(
                id: try Self.id("grantID", members),
                role: try Self.role(members),
                node: try Self.id("nodeID", members),
                expiresAt: try members.moment("expiresAt")
            )
        case "claim":
            try members.check(knows: common.union(["nodeID"]))
            kind = .claim(by: try Self.id("nodeID", members))
        case "session":
            try members.check(knows: common)
            kind = .session
        default: throw members.outOfRange("kind", "grant, claim or session")
        }
        let digest = try members.required("tokenDigest") { name throws(BodyError) in
            try members.bytes(name, count: TokenDigest.byteCount)
        }
        let origin = try members.bytes("originDigest", count: TokenDigest.byteCount)
        self.init(
            digest: TokenDigest(bytes: digest),
            kind: kind,
            origin: origin.map { TokenDigest(bytes: $0) },
            try Self.provenance(members)
        )
    }

    private static func provenance(_ members: ObjectMembers) throws(BodyError) -> Provenance? {
        guard let caller = try members.object("by") else { return nil }
        return Provenance(
            createdAt: try members.required("createdAt", members.moment),
            by: try Caller(caller, and: ["grantID"]),
            grant: try caller.id("grantID")
        )
    }

    private static func id(_ name: String, _ members: ObjectMembers) throws(BodyError) -> ProgressID {
        try members.required(name) { name throws(BodyError) in try members.id(name) }
    }

    private static func role(_ members: ObjectMembers) throws(BodyError) -> Role {
        let name = try members.required("role") { name throws(BodyError) in try members.text(name) }
        guard let role = Role(name: name) else { throw members.outOfRange("role", "viewer, reporter or operator") }
        return role
    }
}

extension RightRecord.Kind {
    fileprivate var name: String {
        switch self {
        case .grant: "grant"
        case .claim, .reservation: "claim"
        case .session: "session"
        }
    }
}
