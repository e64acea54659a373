import ProgressRegistry
import ProgressStreams

/// Mail that was taken and is being heard of: the marks first, then the moves.
struct Intake {
    /// Every change up to this stamp was taken.
    var taken: UInt64 = 0
    private var marks: [Mark] = []
    private var moves: [Move] = []
    private var markPosition = 0
    private var movePosition = 0

    var isEmpty: Bool { markPosition == marks.count && !hasMoves }
    var hasMoves: Bool { movePosition < moves.count }

    mutating func add(_ mail: Mail) {
        if marks.isEmpty { marks = mail.marks } else { marks += mail.marks }
        if moves.isEmpty { moves = mail.moves } else { moves += mail.moves }
    }

    mutating func nextMark() -> Mark? {
        guard markPosition < marks.count else { return nil }
        defer {
            markPosition += 1
            if markPosition == marks.count { (marks, markPosition) = ([], 0) }
        }
        return marks[markPosition]
    }

    mutating func nextMove() -> Move? {
        guard hasMoves else { return nil }
        defer {
            movePosition += 1
            if movePosition == moves.count { (moves, movePosition) = ([], 0) }
        }
        return moves[movePosition]
    }
}
