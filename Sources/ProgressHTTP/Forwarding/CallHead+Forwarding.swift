package import MicroHTTPD
import ProgressCore
package import ProgressRegistry
import ProgressWire

/// Questions of a replica about a request that it may not answer itself. Where the call's row does not say it all, the
/// whole request has to be there.
extension CallHead {
    /// How much of the trees the request needs.
    package var needs: RequestNeeds { row.needs }

    /// Whether the reply may be late because the client wants to wait for a change.
    package func mayWait(_ exchange: Exchange) -> Bool {
        switch row.waits {
        case .never: false
        case .ifAsked: preferences.wait != nil
        case .asTool: MCPTool.called(by: exchange.body)?.waits == true
        }
    }

    /// This replica's view of the right that the request brings, in its head or to open a session: the writer's list
    /// may differ. nil: it brings no right, or no tokens are required.
    /// - Parameter isAsleep: whether a right derives from a token that is not listed here.
    package func standing(
        _ exchange: Exchange,
        in tokens: ListedTokens,
        isAsleep: (TokenDigest) -> Bool
    ) -> TokenStanding? {
        if tokens.isEmpty { return nil }
        if row.call == .openSession {
            return sessionToken(exchange.body).map { standing(BearerToken($0[...]), in: tokens, isAsleep) }
        }
        switch credential {
        case .none, .unreadable:
            guard let token = exchange.header("progress-reservation").flatMap({ ProgressID($0) }) else { return nil }
            return isAsleep(TokenDigest(reservation: token)) ? .asleep : nil
        case .bearer(let token): return standing(token, in: tokens, isAsleep)
        case .grant(let digest), .session(let digest, _): return isAsleep(digest) ? .asleep : nil
        }
    }

    private func standing(
        _ token: BearerToken,
        in tokens: ListedTokens,
        _ isAsleep: (TokenDigest) -> Bool
    ) -> TokenStanding {
        if let permit = tokens.permit(token.digest) { return .listed(permit.role) }
        let digests = [token.digest, token.reservation].compactMap { $0 }
        return digests.contains(where: isAsleep) ? .asleep : .unlisted
    }

    private func sessionToken(_ body: UnsafeRawBufferPointer) -> String? {
        var reader = JSONReader(body)
        let value = bodyIsForm ? try? FormBody.parse(body) : try? reader.parse()
        return value.flatMap { value in try? SessionBody(value).token }
    }

    /// The fields that take the place of `Prefer` once a client has waited.
    package var preferencesAfterWait: StaticString {
        if row.waits == .asTool { return "Prefer: wait=0\r\n" }
        return preferences.isMinimal ? "Prefer: return=minimal\r\n" : ""
    }

    /// Whether the request may be sent a second time when it is unknown whether the first had an effect.
    package func isRepeatable(_ exchange: Exchange) -> Bool {
        row.repeats.allows(
            exchange.body,
            isForm: bodyIsForm,
            hasKey: idempotencyKey != nil,
            hasQuery: exchange.query?.isEmpty == false,
            hasCondition: exchange.header("if-match") != nil || exchange.header("if-none-match") != nil
        )
    }
}

extension RetrySafety {
    func allows(
        _ body: UnsafeRawBufferPointer,
        isForm: Bool,
        hasKey: Bool,
        hasQuery: Bool,
        hasCondition: Bool
    ) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .ifUnconditional: !hasQuery && !hasCondition
        case .ifNumbered: Self.isNumbered(body, isForm: isForm)
        case .ifKeyed: hasKey && Self.createsWithoutName(body, isForm: isForm)
        case .asTool: MCPTool.called(by: body)?.isRead == true
        }
    }

    /// With a name or a child's id the key does not count.
    private static func createsWithoutName(_ body: UnsafeRawBufferPointer, isForm: Bool) -> Bool {
        var reader = JSONReader(body, depthLimit: deepestCreate)
        let value = isForm ? try? FormBody.parse(body) : try? reader.parse()
        guard case .object(let members)? = value else { return false }
        return ["name", "childID"].allSatisfy { name in members[name].map { $0 == .null } ?? true }
    }

    /// More than `--max-depth` can make of it.
    private static let deepestCreate = 1 << 20

    private static func isNumbered(_ body: UnsafeRawBufferPointer, isForm: Bool) -> Bool {
        guard isForm else { return (try? UnitsBody(body))?.numbered != nil }
        guard let form = try? FormBody.parse(body) else { return false }
        var bytes: [UInt8] = []
        bytes.appendJSON(form)
        return bytes.withUnsafeBytes { bytes in (try? UnitsBody(bytes))?.numbered != nil }
    }
}
