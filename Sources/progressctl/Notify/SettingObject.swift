import FoundationEssentials
import ProgressClient

/// A fault in a setting, and the place of the setting, such as `rules.ops.on`.
struct SettingFault: Error {
    let place: String
    let reason: String

    init(at place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }
}

/// An object of a configuration. Unknown members are refused.
struct SettingObject {
    private let object: [String: JSONValue]
    private let place: String

    /// - Parameter place: empty for the file itself.
    init(_ value: JSONValue, at place: String, known: [String]) throws(SettingFault) {
        guard case .object(let object) = value else { throw SettingFault(at: place, "is no object") }
        if let other = object.keys.sorted().first(where: { !known.contains($0) }) {
            let list = known.joined(separator: ", ")
            throw SettingFault(at: place.isEmpty ? "it" : place, "has \(other); it can have \(list)")
        }
        self.object = object
        self.place = place.isEmpty ? "" : place + "."
    }

    subscript(name: String) -> JSONValue? { object[name] }

    func text(_ name: String) throws(SettingFault) -> String? {
        guard let value = object[name] else { return nil }
        guard case .string(let text) = value, !text.isEmpty else { throw SettingFault(at: place + name, "is no text") }
        return text
    }

    func needed(_ name: String) throws(SettingFault) -> String {
        guard let text = try text(name) else { throw SettingFault(at: place + name, "is missing") }
        return text
    }

    func texts(_ name: String) throws(SettingFault) -> [String]? {
        try object[name].flatMap { value throws(SettingFault) in try Self.texts(value, at: place + name) }
    }

    static func texts(_ value: JSONValue, at place: String) throws(SettingFault) -> [String]? {
        guard case .array(let values) = value else { throw SettingFault(at: place, "is no list of texts") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw SettingFault(at: place, "is no list of texts") }
            texts.append(text)
        }
        return texts
    }

    func members(_ name: String) throws(SettingFault) -> [String: JSONValue] {
        guard let value = object[name] else { return [:] }
        guard case .object(let members) = value else { throw SettingFault(at: place + name, "is no object") }
        return members
    }

    func neededAddress(_ name: String) throws(SettingFault) -> String {
        guard let address = try address(name) else { throw SettingFault(at: place + name, "is missing") }
        return address
    }

    /// The value of a member that has to be an http or https address; nil if it is missing.
    func address(_ name: String) throws(SettingFault) -> String? {
        guard let text = try text(name) else { return nil }
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host() != nil else {
            throw SettingFault(at: place + name, "is no address of http or https")
        }
        return text
    }

    /// The first line of the file that a member names; nil if the member is missing. Warns if others may read the file.
    func file(_ name: String) throws(SettingFault) -> String? {
        guard let path = try text(name) else { return nil }
        guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw SettingFault(at: place + name, "names \(path), which cannot be read or is empty") }
        Console.warn(ofSecretIn: path)
        return String(line)
    }

    /// A key in the form of Standard Webhooks: `whsec_` and base64. Nil if messages are not to be signed.
    func secret(_ name: String) throws(SettingFault) -> [UInt8]? {
        guard let line = try file(name) else { return nil }
        let digits = line.hasPrefix("whsec_") ? String(line.dropFirst(6)) : line
        guard let key = Data(base64Encoded: digits), 24...64 ~= key.count else {
            throw SettingFault(at: place + name, "has no secret: whsec_ and 24 to 64 bytes in base64")
        }
        return Array(key)
    }
}
