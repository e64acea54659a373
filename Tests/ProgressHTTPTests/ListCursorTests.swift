import ProgressCore
import Testing

@testable import ProgressHTTP

struct ListCursorTests {
    private static let id = ProgressID(high: 1, low: 2)

    @Test func `a cursor reads what it wrote`() {
        let cursor = ListCursor(ordinal: .max, id: Self.id)

        let back = ListCursor(cursor.text)

        #expect(back?.ordinal == .max)
        #expect(back?.id == Self.id)
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".00000000-0000-0001-0000-000000000002", "x.00000000-0000-0001-0000-000000000002",
        "18446744073709551616.00000000-0000-0001-0000-000000000002", "1.00000000-0000-0001-0000-00000000000",
        "-1.00000000-0000-0001-0000-000000000002", "1 .00000000-0000-0001-0000-000000000002",
    ])
    func `what is no cursor is refused`(text: String) {
        #expect(ListCursor(text) == nil)
    }
}
