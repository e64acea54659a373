import ProgressLog
import ProgressRecords
import ProgressWire

extension MemberReport {
    /// The report as one JSON object.
    var json: String {
        var bytes = Array(#"{"form":\#(row.written),"isHeld":\#(row.isHeld),"nextForm":"#.utf8)
        bytes += Array((nextForm.map { "\($0)" } ?? "null").utf8)
        bytes += Array(#","outlook":"#.utf8)
        bytes.appendJSON(sentence)
        bytes += Array(#","members":["#.utf8)
        for (place, line) in lines.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            append(line, to: &bytes)
        }
        bytes += Array("]}".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    private var nextForm: Int? {
        switch prospect {
        case .awaitsOperator(let form), .settles(let form), .mayBeWritten(let form): form.rawValue
        case .newest, .held, .heldBy: nil
        }
    }

    private func append(_ line: Roster.Line, to bytes: inout [UInt8]) {
        let member = line.member
        var mark = UInt8(ascii: "{")
        func append(_ name: String, _ value: (inout [UInt8]) -> Void) {
            bytes.append(mark)
            mark = UInt8(ascii: ",")
            bytes += Array(#""\#(name)":"#.utf8)
            value(&bytes)
        }
        let texts = [
            ("id", member.id), ("address", member.address), ("version", member.version), ("role", role(of: line)),
        ]
        for (name, text) in texts { append(name) { $0.appendJSON(text) } }
        append("reads") { $0.appendJSON(member.reads.rawValue) }
        append("writes") { $0.appendJSON(member.writes.rawValue) }
        append("secondsSilent") { $0.appendJSON(Int(line.silence / 1_000_000_000)) }
        append("differences") { bytes in
            let differences = model.map { member.differences(from: $0) } ?? []
            bytes.append(UInt8(ascii: "["))
            for (place, text) in differences.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.appendJSON(text)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
