import ProgressTerminal
import ProgressWire

extension DisplayText {
    /// Appends the text as the content of an XML element or attribute.
    func appendXML(to bytes: inout [UInt8]) {
        for scalar in scalars {
            switch scalar {
            case "&": bytes.append("&amp;")
            case "<": bytes.append("&lt;")
            case ">": bytes.append("&gt;")
            case "\"": bytes.append("&quot;")
            case "'": bytes.append("&#39;")
            default: bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }
}
