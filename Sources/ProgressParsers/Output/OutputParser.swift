/// A parser for the output of one program.
///
/// It gets lines of standard output and error, without line ends and escape sequences. A line that grows may come
/// several times, each time with the same beginning.
package protocol OutputParser: Sendable {
    /// The progress after this line; nil if the line says nothing about it.
    ///
    /// - Parameter isFinished: whether the line has ended; if not, it may still grow.
    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading?
}
