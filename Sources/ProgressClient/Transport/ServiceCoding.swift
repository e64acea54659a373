#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// JSON in the form that the service writes and reads.
package enum ServiceCoding {
    /// - Throws: `.unreadable` if the data is not such a value.
    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(ServiceError) -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(date)
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw .unreadable(fault(error))
        }
    }

    /// The fault in a reply, in terms of JSON.
    private static func fault(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty ? "it is no object" : "\(path(context.codingPath)) has an unexpected type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(path(context.codingPath)) cannot be read"
        default: "it is no JSON"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    /// A value always becomes the same text: its members are sorted, and times are RFC 3339 with milliseconds. JSON has
    /// no infinity: it becomes a string, which the service refuses in place of a number. Controls are escaped, so that
    /// the text can be shown.
    ///
    /// - Throws: `.invalidSetting` if the value cannot be encoded.
    package static func encode(_ value: some Encodable) throws(ServiceError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var value = encoder.singleValueContainer()
            try value.encode(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date))
        }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        do {
            return Data(ControlEscapes.escaped(try encoder.encode(value)))
        } catch {
            throw .invalidSetting("\(error)")
        }
    }

    /// Decodes a time in RFC 3339, with milliseconds.
    private static func date(_ decoder: any Decoder) throws -> Date {
        let text = try decoder.singleValueContainer().decode(String.self)
        return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
