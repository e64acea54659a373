/// A rate's memory besides the speed: the end that its node told its parent, and its knowledge of its own children.
package struct ToldTime: Equatable, Sendable {
    /// Whether the children of a node share one source of speed, so that each gets faster when another ends.
    package enum Sharing: Int64, Sendable {
        case unknown = 0
        case shared = 1
        case independent = -1

        /// The knowledge after one more sign.
        func after(sharing: Bool) -> Sharing {
            Sharing(rawValue: max(-1, min(1, rawValue + (sharing ? 1 : -1)))) ?? .unknown
        }
    }

    /// Milliseconds; an end is told up to the next tick, so that it is never too early.
    private static let tick: Int64 = 128
    private static let mostTicks: Int64 = 1 << 29 - 1
    /// Ends that can be remembered.
    package static let ends: ClosedRange<Int64> = 0...mostTicks * tick
    private static let shownBit: UInt32 = 1 << 31
    private static let sharingShift: UInt32 = 29

    /// Bit 31: the end is shown; bits 29 and 30: sharing; the rest: ticks from the creation of the node to the end, or 0.
    package private(set) var rawValue: UInt32 = 0

    package init() {}

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Milliseconds from the creation of the node to the end that it told; 0: it told none. More than two years count
    /// as none.
    package var end: Int64 {
        get { Int64(rawValue) & Self.mostTicks * Self.tick }
        set {
            let isKnown = newValue > 0 && newValue <= Self.ends.upperBound
            let ticks = isKnown ? (newValue + Self.tick - 1) / Self.tick : 0
            rawValue = rawValue & ~UInt32(Self.mostTicks) | UInt32(ticks)
        }
    }

    /// Whether the end that was told is the one to show, and not that which follows from the fraction and the speed.
    package var isShown: Bool {
        get { rawValue & Self.shownBit != 0 }
        set { rawValue = rawValue & ~Self.shownBit | (newValue ? Self.shownBit : 0) }
    }

    /// Whether its children share one source of speed.
    package var sharing: Sharing {
        get {
            switch rawValue >> Self.sharingShift & 3 {
            case 1: .shared
            case 2: .independent
            default: .unknown
            }
        }
        set {
            let bits: UInt32 = newValue == .shared ? 1 : newValue == .independent ? 2 : 0
            rawValue = rawValue & ~(3 << Self.sharingShift) | bits << Self.sharingShift
        }
    }
}
