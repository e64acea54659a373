package import MicroHTTPD
import ProgressWire

/// What a replica asks about a request that it may not answer itself. Where the call's row does not say it all, the
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

    /// The fields that take the place of `Prefer` once a client has waited.
    package var preferencesAfterWait: StaticString {
        if row.waits == .asTool { return "Prefer: wait=0\r\n" }
        return preferences.isMinimal ? "Prefer: return=minimal\r\n" : ""
    }

    /// Whether the request may be sent a second time when nobody knows whether the first had an effect.
    package func isRepeatable(_ exchange: Exchange) -> Bool {
        row.repeats.allows(
            exchange.body,
            isForm: bodyIsForm,
            hasQuery: exchange.query?.isEmpty == false,
            hasCondition: exchange.header("if-match") != nil || exchange.header("if-none-match") != nil
        )
    }
}

extension RetrySafety {
    func allows(_ body: UnsafeRawBufferPointer, isForm: Bool, hasQuery: Bool, hasCondition: Bool) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .ifUnconditional: !hasQuery && !hasCondition
        case .ifNumbered: Self.isNumbered(body, isForm: isForm)
        case .asTool: MCPTool.called(by: body)?.isRead == true
        }
    }

    private static func isNumbered(_ body: UnsafeRawBufferPointer, isForm: Bool) -> Bool {
        guard isForm else { return (try? UnitsBody(body))?.numbered != nil }
        guard let form = try? FormBody.parse(body) else { return false }
        var bytes: [UInt8] = []
        bytes.appendJSON(form)
        return bytes.withUnsafeBytes { bytes in (try? UnitsBody(bytes))?.numbered != nil }
    }
}
