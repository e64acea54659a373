#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes lines of JSON among other lines.
enum JSONLine {
    /// Nil if the line is no such object.
    static func decode<Message: Decodable>(_ type: Message.Type, _ line: ArraySlice<UInt8>) -> Message? {
        guard line.first == UInt8(ascii: "{") else { return nil }
        return try? JSONDecoder().decode(type, from: Data(line))
    }
}
