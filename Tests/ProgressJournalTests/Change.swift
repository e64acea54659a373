import ProgressJournal

enum Change: Equatable {
    case set(Key, [UInt8])
    case remove(Key)

    static func set(_ number: UInt64, _ text: String) -> Change { .set(Key(number), Array(text.utf8)) }

    static func remove(_ number: UInt64) -> Change { .remove(Key(number)) }
}

/// The content after each number of groups; the first is empty.
func prefixes(of groups: [[Change]]) -> [[Key: [UInt8]]] {
    var content: [Key: [UInt8]] = [:]
    return [content]
        + groups.map { group in
            for change in group {
                switch change {
                case .set(let key, let bytes): content[key] = bytes
                case .remove(let key): content[key] = nil
                }
            }
            return content
        }
}
