import ProgressCore
import ProgressWire

/// The last item of a page, after which the next one begins.
enum ListCursor: Equatable, Sendable {
    /// In a list in its own order. The next page is found in O(1) if that node still exists, else by its ordinal.
    case item(ordinal: UInt64, id: ProgressID)
    /// In a list that was sorted, and has to be sorted again.
    case place(ListPlace, ListOrder)

    init?(_ text: String) {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            let id = ProgressID(text.utf8[text.utf8.index(after: dot)...])
        else { return nil }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon < dot else {
            guard let ordinal = UInt64(text[..<dot]) else { return nil }
            self = .item(ordinal: ordinal, id: id)
            return
        }
        guard let order = ListOrder(rawValue: String(text[..<colon])) else { return nil }
        let written = text[text.utf8.index(after: colon)..<dot]
        let value = written.isEmpty ? nil : order.value(in: written)
        if value == nil && !written.isEmpty { return nil }
        self = .place(ListPlace(value: value, id: id), order)
    }

    /// The order of its list; nil: as it is.
    var order: ListOrder? { if case .place(_, let order) = self { order } else { nil } }

    var text: String {
        switch self {
        case .item(let ordinal, let id): "\(ordinal).\(id)"
        case .place(let place, let order): "\(order.rawValue):\(place.value?.text ?? "").\(place.id)"
        }
    }
}
