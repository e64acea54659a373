import TestKit

/// One operation of the document.
struct ContractOperation: CustomStringConvertible {
    struct Parameter {
        let name: String
        let place: String
        let examples: [JSON]
    }

    /// A body to send, with its media type.
    struct Body {
        let mediaType: String
        let name: String
        let text: String
    }

    let id: String
    let method: String
    let path: String
    let parameters: [Parameter]
    let bodies: [Body]
    let isBodyRequired: Bool
    private let responses: JSON
    private let document: ContractDocument

    init(_ method: String, _ path: String, _ item: JSON, _ document: ContractDocument) {
        let operation = item[method]
        id = operation.operationId.string ?? ""
        self.method = method.uppercased()
        self.path = path
        parameters = (item.parameters.list + operation.parameters.list).map { reference in
            let parameter = document.resolve(reference)
            let examples = parameter.examples.keys.map { document.resolve(parameter.examples[$0])["value"] }
            return Parameter(
                name: parameter.name.string ?? "",
                place: parameter["in"].string ?? "",
                examples: examples
            )
        }
        let request = document.resolve(operation.requestBody)
        isBodyRequired = request.required.bool ?? false
        bodies = request.content.keys.flatMap { mediaType in
            let examples = request.content[mediaType].examples
            return examples.keys.map { name in
                let value = document.resolve(examples[name])["value"]
                let isForm = mediaType == "application/x-www-form-urlencoded"
                let text = isForm ? Self.form(value) : value.string ?? value.description
                return Body(mediaType: mediaType, name: name, text: text)
            }
        }
        responses = operation.responses
        self.document = document
    }

    private static func form(_ members: JSON) -> String {
        members.keys.map { "\($0)=\(members[$0].string ?? members[$0].description)" }.joined(separator: "&")
            .replacing(" ", with: "+")
    }

    var description: String { "\(method) \(path)" }

    var statuses: Set<Int> { Set(responses.keys.compactMap { Int($0) }) }

    func response(_ status: Int) -> JSON { document.resolve(responses["\(status)"]) }

    /// The schemas of the bodies that may come with a status, by media type.
    func content(_ status: Int) -> JSON { response(status).content }

    /// Headers that must come with a status.
    func requiredHeaders(_ status: Int) -> [String] {
        let headers = response(status).headers
        return headers.keys.filter { document.resolve(headers[$0]).required.bool == true }
    }

    func headerSchema(_ status: Int, _ name: String) -> JSON {
        document.resolve(response(status).headers[name]).schema
    }
}
