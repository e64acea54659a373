/// Understands the output of one program.
///
/// It sees lines without their ends and without escape sequences, of standard output and error alike. A line that grows may
/// come several times, and begins the same each time.
package protocol OutputParser: Sendable {
    /// The progress after that line; nil where the line says nothing of it.
    ///
    /// - Parameter isFinished: the line has ended; otherwise it may still grow.
    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading?
}
