/// A value that few owners have for long, kept aside: without a value it takes one word.
package struct Aside<Value>: ~Copyable {
    private final class Box {
        var value: Value?

        init(_ value: Value?) { self.value = value }
    }

    private var box: Box?

    package init() {}

    package var value: Value? {
        get { box?.value }
        _modify {
            // Taken out, so that it is changed in place.
            var value = box?.value
            box?.value = nil
            defer {
                if value == nil {
                    box = nil
                } else if let box {
                    box.value = value
                } else {
                    box = Box(value)
                }
            }
            yield &value
        }
    }
}

// The box is never shared.
extension Aside: @unchecked Sendable where Value: Sendable {}
