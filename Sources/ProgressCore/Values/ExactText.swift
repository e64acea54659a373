/// A text that equals another one byte for byte, as texts in JSON do.
///
/// Strings in Swift are equal if they are canonically equivalent. With that, a file name that is corrected from `e` and an
/// accent to `é` would be no change, and the old bytes would stay.
@propertyWrapper
package struct ExactText: Equatable, Sendable {
    package var wrappedValue: String?

    package init(wrappedValue: String?) { self.wrappedValue = wrappedValue }

    package static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        switch (lhs.wrappedValue, rhs.wrappedValue) {
        case (nil, nil): true
        case (let one?, let other?): one.hasSameBytes(as: other)
        default: false
        }
    }
}

extension String {
    /// Equality as in JSON, without Unicode normalization.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (lhs, rhs) = (utf8.span, other.utf8.span)
        for index in lhs.indices where lhs[index] != rhs[index] { return false }
        return true
    }
}
