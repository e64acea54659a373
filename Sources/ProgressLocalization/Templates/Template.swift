import ProgressCore

/// A sentence with named places: `"\(.completed) of \(.total)"`.
///
/// The places are cases of `Placeholder`, so a sentence that names an unknown one does not compile. Templates are constants:
/// each is written once, in a catalog, and its pieces are never freed.
///
/// `@unchecked Sendable`, because a copy should cost a word and no shared reference count:
/// 1. the pieces and their texts are written by `StringInterpolation`, before anyone else sees them, and never again;
/// 2. they are never freed, so no pointer can dangle.
struct Template<Placeholder: Sendable>: @unchecked Sendable {
    fileprivate enum Piece {
        case text(UnsafePointer<UInt8>, count: Int)
        case place(Placeholder)
    }

    private let pieces: UnsafeBufferPointer<Piece>

    /// Appends the sentence as UTF-8; `fill` appends what belongs in a place.
    func append(to bytes: inout [UInt8], fill: (Placeholder, inout [UInt8]) -> Void) {
        for piece in pieces {
            switch piece {
            case .text(let start, let count): bytes.append(start, count: count)
            case .place(let place): fill(place, &bytes)
            }
        }
    }
}

extension Template: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        private var pieces: [Piece] = []
        /// The text since the last place.
        private var text: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        /// Not inlined: the optimizer of Swift 6.3.1 crashes when it specializes the closure of `append` for a literal.
        @inline(never)
        mutating func appendLiteral(_ literal: StaticString) { text.append(literal) }

        /// A word that several sentences of one catalog share.
        mutating func appendInterpolation(_ word: StaticString) { appendLiteral(word) }

        mutating func appendInterpolation(_ place: Placeholder) {
            endText()
            pieces.append(.place(place))
        }

        fileprivate mutating func end() -> UnsafeBufferPointer<Piece> {
            endText()
            return UnsafeBufferPointer(start: Self.kept(pieces), count: pieces.count)
        }

        private mutating func endText() {
            if !text.isEmpty { pieces.append(.text(Self.kept(text), count: text.count)) }
            text = []
        }

        private static func kept<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
            let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
            copy.initialize(from: elements, count: elements.count)
            return UnsafePointer(copy)
        }
    }

    init(stringLiteral: StaticString) {
        var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(stringLiteral)
        self.init(stringInterpolation: interpolation)
    }

    init(stringInterpolation: StringInterpolation) {
        var interpolation = stringInterpolation
        pieces = interpolation.end()
    }
}
