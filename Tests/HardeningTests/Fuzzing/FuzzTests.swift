import Testing

/// A little on each run; `Fuzz/run` continues for as long as one likes.
struct FuzzTests {
    @Test(arguments: FuzzSubject.allCases)
    func `damaged input means what others say that it means, or is refused`(subject: FuzzSubject) throws {
        var inputs = try FuzzInputs(subject, seed: 5)

        for _ in 0..<(subject.isCarriedOut ? 1_000 : 10_000) {
            let input = inputs.next()
            if let fault = subject.fault(input) {
                Issue.record("\(String(decoding: input, as: UTF8.self).debugDescription) \(fault)")
                break
            }
        }
    }
}
