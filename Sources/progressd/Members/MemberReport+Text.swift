import ProgressLog
import ProgressRecords

extension MemberReport {
    /// A table, the prospects of the form, and the replicas whose settings differ from the writer's.
    var text: String {
        let head = ["ADDRESS", "VERSION", "ROLE", "READS", "WRITES", "HEARD OF", "ID"]
        let rows = lines.map { line in
            let member = line.member
            return [
                member.address, member.version, role(of: line), "\(member.reads)", "\(member.writes)",
                "\(line.silence / 1_000_000_000) s ago", member.id,
            ].map(\.shown)
        }
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
        let table = ([head] + rows).map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return cells.joined(separator: "  ").trimmedEnd
        }
        return (table + [sentence] + warnings).joined(separator: "\n")
    }

    private var warnings: [String] {
        guard let model else { return [] }
        return lines.filter(\.isAlive).compactMap { line in
            let differences = line.member.differences(from: model)
            if differences.isEmpty { return nil }
            let what = differences.joined(separator: ", ")
            return "\(line.member.address.shown) is not set like \(model.address.shown): \(what)"
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
