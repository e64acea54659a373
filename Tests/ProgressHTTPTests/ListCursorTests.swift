import ProgressCore
import Testing

@testable import ProgressHTTP

struct ListCursorTests {
    private static let id = ProgressID(high: 1, low: 2)

    @Test(arguments: [
        ListCursor.item(ordinal: .max, id: id),
        .place(ListPlace(value: .text("a:b.c-d_e"), id: id), .nameBackward),
        .place(ListPlace(value: .number(1.5), id: id), .remaining),
        .place(ListPlace(value: .number(1e-300), id: id), .remaining),
        .place(ListPlace(value: .number(-3), id: id), .longest),
        .place(ListPlace(value: nil, id: id), .name),
    ])
    func `a cursor reads what it wrote, and needs no escapes`(cursor: ListCursor) {
        #expect(ListCursor(cursor.text) == cursor)
        #expect(cursor.text.utf8.allSatisfy { $0 > 0x2C && $0 != 0x2F && $0 < 0x7B })
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".00000000-0000-0001-0000-000000000002", "x.00000000-0000-0001-0000-000000000002",
        "18446744073709551616.00000000-0000-0001-0000-000000000002", "1.00000000-0000-0001-0000-00000000000",
        "-1.00000000-0000-0001-0000-000000000002", "1 .00000000-0000-0001-0000-000000000002",
        "size:1.00000000-0000-0001-0000-000000000002", "remaining:x.00000000-0000-0001-0000-000000000002",
        "remaining:nan.00000000-0000-0001-0000-000000000002", "remaining:inf.00000000-0000-0001-0000-000000000002",
        "name:a.", ":.00000000-0000-0001-0000-000000000002",
    ])
    func `what is no cursor is refused`(text: String) {
        #expect(ListCursor(text) == nil)
    }
}
