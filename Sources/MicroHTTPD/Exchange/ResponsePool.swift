/// Responses for reuse: a reply like an earlier one costs libmicrohttpd no allocations except for the headers that
/// differ.
///
/// A response is found by its shape, the caller's number for a status and a set of fixed headers, and by the length of
/// its body, which libmicrohttpd fixes when a response is made. One that is being sent, or held, is not touched; a spare
/// one takes its place. One a reactor; on its thread only.
package final class ResponsePool {
    private struct Slot {
        let shape: Int
        let response: Response
    }

    /// A power of two. Bodies of one kind differ in length by some digits, so neighboring lengths have different slots.
    private static let slotCount = 128
    /// Longer bodies are not kept, so the pool holds at most this times the number of slots.
    private static let longestBody = 4 * 1_024
    /// The number of replies that may be held at once, until their writes are safe, without costing allocations.
    private static let mostSpares = 512

    private var slots: [Slot?] = Array(repeating: nil, count: slotCount)
    /// For each slot, those that are in use together with its own response.
    private var spares: [SpareResponses] = Array(repeating: SpareResponses(), count: slotCount)
    /// The number of spares in all slots.
    private var spareCount = 0
    private let rewritesHeaders: Bool
    private var threadCheck = ThreadCheck()

    /// - Parameter rewritesHeaders: only if `LibraryAbilities` says so.
    package init(rewritesHeaders: Bool) { self.rewritesHeaders = rewritesHeaders }

    /// A response with that body, the headers that `prepare` gave to the first one of its shape, and one or two that
    /// differ.
    ///
    /// - Parameter shape: the same number only for the same status, the same headers and the same names of the variable
    ///   ones.
    package func response(
        shape: Int,
        status: Int,
        body: UnsafeRawBufferPointer,
        variable: (name: StaticString, value: [UInt8]),
        another: (name: StaticString, value: [UInt8])? = nil,
        prepare: (Response) -> Void
    ) -> Response {
        threadCheck.assertOnThread()
        let response = response(shape, status, body, prepare)
        response.setVariableHeader(variable.name, variable.value, rewrites: rewritesHeaders)
        if let another { response.setVariableHeader(another.name, another.value, rewrites: rewritesHeaders) }
        return response
    }

    private func response(
        _ shape: Int,
        _ status: Int,
        _ body: UnsafeRawBufferPointer,
        _ prepare: (Response) -> Void
    ) -> Response {
        let index = (body.count &+ shape &* 41) & (Self.slotCount - 1)
        if let slot = slots[index], slot.shape == shape, slot.response.replaceBody(with: body) { return slot.response }
        let isCrowded = slots[index]?.response.isInUse == true
        if isCrowded, let spare = spares[index].next(shape, body) { return spare }
        let response = Response(status: status, body: body, isReusable: body.count <= Self.longestBody)
        prepare(response)
        guard response.isReusable else { return response }
        if isCrowded {
            let isFull = spareCount == Self.mostSpares
            spareCount += spares[index].keep(response, shape, isFull: isFull)
        } else {
            slots[index] = Slot(shape: shape, response: response)
        }
        return response
    }
}
