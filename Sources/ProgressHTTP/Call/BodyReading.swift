import ProgressCore
import ProgressRegistry
import ProgressWire

/// The body of a request while it is read in slices: its JSON and, of a create, the progress in it and their digest.
///
/// An error in it is kept until the call asks for it, so that it is refused for the same reason as a small body.
final class BodyReading {
    // These are changed in place, not taken out and put back: a copy of one is as large as the body.
    private var reader: JSONReader?
    private var create: CreateBody?
    private var text: CanonicalJSON?
    private let form: BodyForm
    private let hasKey: Bool
    private var document: Result<JSONValue, JSONError>?
    /// Only for a create, if its JSON is well-formed.
    private(set) var new: Result<[NewProgress], BodyError>?
    /// Only for a create with a name or a key.
    private(set) var digest: BodyDigest?
    /// Parts of the document that are no longer needed.
    private var waste: [JSONValue] = []

    /// - Parameter bytes: they must outlive the reading.
    init(_ bytes: UnsafeRawBufferPointer, _ form: BodyForm, hasKey: Bool, depthLimit: Int) {
        self.form = form
        self.hasKey = hasKey
        reader = JSONReader(bytes, depthLimit: depthLimit)
    }

    /// The whole body; call it when `step` has returned false.
    func value() throws(RequestError) -> JSONValue {
        switch document {
        case .success(let value)?: return value
        case .failure(let error)?: throw .body(.json(error))
        case nil: preconditionFailure("A body is asked for when it is read.")
        }
    }

    /// Reads one token or one progress, writes one piece of the canonical text, or lets go of one progress' text.
    /// - Returns: whether more is left.
    func step(_ makeID: () -> ProgressID) -> Bool {
        if reader != nil {
            readToken()
        } else if create != nil {
            readProgress(makeID)
        } else if text != nil {
            writePiece()
        } else if let part = waste.popLast() {
            letGo(of: part)
        } else {
            return false
        }
        return true
    }

    private func readToken() {
        do throws(JSONError) {
            guard let value = try reader?.step() else { return }
            document = .success(value)
            create = form.isChild.map { CreateBody(value, isChild: $0) }
        } catch {
            document = .failure(error)
        }
        reader = nil
    }

    private func readProgress(_ makeID: () -> ProgressID) {
        do throws(BodyError) {
            if try create?.step(makeID) == true { return }
            let new = create?.new ?? []
            self.new = .success(new)
            let isKnownAgain = hasKey || form == .named || new[0].details?.name != nil
            if isKnownAgain, case .success(let value)? = document {
                text = BodyDigest.text(of: value).map { CanonicalJSON(of: $0) }
            }
        } catch {
            new = .failure(error)
        }
        create = nil
        if text == nil { dropChildren() }
    }

    private func writePiece() {
        if text?.step() == true { return }
        digest = text.map { BodyDigest.digest(ofText: $0.bytes) }
        text = nil
        dropChildren()
    }

    /// Keeps what a create still asks for, which is the top: to free a large document takes as long as to read it.
    private func dropChildren() {
        // With `childID` it is no create, and must not have children.
        guard case .success(.object(var members))? = document, members["childID" as StaticString] == nil,
            let children = members["children" as StaticString]
        else { return }
        members["children"] = nil
        document = .success(.object(members))
        waste = [children]
    }

    private func letGo(of part: JSONValue) {
        switch part {
        case .array(let elements): waste.append(contentsOf: elements)
        case .object(let members): if let children = members["children" as StaticString] { waste.append(children) }
        case .string, .number, .bool, .null: break
        }
    }
}
