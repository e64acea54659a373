/// A sentence with named places: `"\(.completed) of \(.total)"`.
///
/// The places are cases of `Place`, so that a sentence which names an unknown one does not compile. Templates are
/// constants: each is written down once, in a catalog, and its pieces are never freed.
///
/// `@unchecked Sendable`, because a copy should cost a word and no shared reference count:
/// 1. the pieces are written in `init(stringInterpolation:)`, before anyone else can see them, and never again;
/// 2. they are never freed, so the pointer cannot dangle.
struct Template<Place: Sendable>: @unchecked Sendable {
    fileprivate enum Piece: Sendable {
        case text(StaticString)
        case place(Place)
    }

    private let pieces: UnsafeBufferPointer<Piece>

    /// Whether the sentence is nothing but one place.
    var isPlaceAlone: Bool {
        guard pieces.count == 1, case .place = pieces[0] else { return false }
        return true
    }

    /// Appends the sentence as UTF-8; `fill` appends what belongs in a place.
    func append(to bytes: inout [UInt8], fill: (Place, inout [UInt8]) -> Void) {
        for piece in pieces {
            switch piece {
            case .text(let text): bytes.append(text)
            case .place(let place): fill(place, &bytes)
            }
        }
    }
}

extension Template: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(.text(literal)) }
        }

        mutating func appendInterpolation(_ place: Place) {
            pieces.append(.place(place))
        }
    }

    init(stringLiteral: StaticString) {
        var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(stringLiteral)
        self.init(stringInterpolation: interpolation)
    }

    init(stringInterpolation: StringInterpolation) {
        let pieces = UnsafeMutableBufferPointer<Piece>.allocate(capacity: stringInterpolation.pieces.count)
        _ = pieces.initialize(from: stringInterpolation.pieces)
        self.pieces = UnsafeBufferPointer(pieces)
    }
}
