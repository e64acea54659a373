package import ProgressCore

/// Members of a line: a piece such as `,"name":` and the value, or nothing for nil.
extension [UInt8] {
    package mutating func appendMember(_ key: StaticString, text: String?) {
        guard let text else { return }
        append(key)
        appendJSON(text)
    }

    package mutating func appendMember(_ key: StaticString, integer: Int64?) {
        guard let integer else { return }
        append(key)
        appendJSON(integer)
    }

    mutating func appendMember(_ key: StaticString, number: Double?) {
        guard let number else { return }
        append(key)
        appendJSON(number)
    }

    package mutating func appendMember(_ key: StaticString, moment: Int64?) {
        guard let moment else { return }
        append(key)
        appendRFC3339(milliseconds: moment)
    }

    package mutating func appendMember(_ key: StaticString, id: ProgressID?) {
        guard let id else { return }
        append(key)
        append(UInt8(ascii: "\""))
        id.append(to: &self)
        append(UInt8(ascii: "\""))
    }
}
