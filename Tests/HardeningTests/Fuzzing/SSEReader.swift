import Foundation
import MicroHTTPD

/// Reads a frame with its `id:` as it goes out, in a chunk; takes nothing that is not exactly one event.
enum SSEReader {
    struct Fault: Error {
        let text: String
    }

    /// The data of the one event, an object.
    static func onlyEvent(_ frame: [UInt8], named name: String) -> Result<[String: Any], Fault> {
        let id = Array("id: 0123456789abcdef-17\n".utf8)
        var chunk: [UInt8] = []
        EventSocket.writeChunk(id, frame, to: &chunk)
        guard let event = content(of: chunk), event == id + frame else { return .failure(Fault(text: "is no chunk")) }
        guard !event.contains(where: { $0 == 13 || $0 == 0 }) else { return .failure(Fault(text: "holds a CR or NUL")) }
        let lines = event.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 5, lines[1].elementsEqual("event: \(name)".utf8), lines[3].isEmpty, lines[4].isEmpty,
            lines[2].starts(with: "data: ".utf8)
        else { return .failure(Fault(text: "is not one event: \(String(decoding: event, as: UTF8.self))")) }
        let object = try? JSONSerialization.jsonObject(with: Data(lines[2].dropFirst(6)))
        guard let data = object as? [String: Any] else { return .failure(Fault(text: "has data that is no object")) }
        return .success(data)
    }

    /// The content of a chunk; nil if its size does not match.
    private static func content(of chunk: [UInt8]) -> [UInt8]? {
        guard let end = chunk.firstIndex(of: 13), chunk.count > end + 3, chunk[end + 1] == 10,
            let count = Int(String(decoding: chunk[..<end], as: UTF8.self), radix: 16),
            chunk.count == end + 2 + count + 2, chunk.suffix(2) == [13, 10]
        else { return nil }
        return Array(chunk[(end + 2)..<(end + 2 + count)])
    }
}
