import ProgressWire
import TestKit

extension JSON {
    /// The object without one member.
    func without(_ name: String) -> JSON {
        guard case .object(let members)? = value else { return self }
        return JSON(.object(members.filter { $0.key != name }))
    }
}
