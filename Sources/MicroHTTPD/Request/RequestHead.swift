/// The head of a request. Between requests only what is remembered of the last one is left.
struct RequestHead: ~Copyable {
    private(set) var facts = HeadFacts()
    /// It is, byte for byte, the head of the connection's last request.
    private(set) var isRepeated = false
    /// The fields of the last head, until another one comes; headers are looked up by way of `facts.nameLengths`.
    private(set) var fields: [HeaderField] = []
    private(set) var target = RequestTarget()
    private var memory = HeadMemory()
    /// While a head is compared with the last one: how many of its fields were the same; `.max` after one was not.
    private var recognizedFieldCount = 0

    /// The value of the first line of that name, without white space around it.
    func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard facts.mayHave(name) else { return nil }
        for field in fields where field.isNamed(name) { return field.trimmedValue }
        return nil
    }

    /// The first of the names that has more than one line.
    func repeated(of names: [StaticString]) -> StaticString? {
        names.first { name in
            guard facts.mayHave(name) else { return false }
            return fields.lazy.filter { $0.isNamed(name) }.prefix(2).count == 2
        }
    }

    /// Every line of that name, in order.
    func values(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        guard facts.mayHave(name) else { return }
        for field in fields where field.isNamed(name) { body(field.trimmedValue) }
    }

    mutating func begin(_ text: UnsafePointer<CChar>?) {
        if !target.begin(text, comparesWithLast: !memory.isEmpty) { memory.forget() }
    }

    // MARK: A head that was seen before

    /// - Returns: the facts of the remembered head, if this one has the same bytes; its fields have to be compared yet.
    mutating func remembered(
        _ method: UnsafePointer<CChar>,
        _ version: UnsafePointer<CChar>,
        count: Int
    ) -> HeadFacts? {
        recognizedFieldCount = 0
        return memory.facts(method: method, target: target.address, version: version, count: count)
    }

    /// - Returns: whether the next field lies where the remembered one lay; its bytes are known to be the same.
    mutating func recognize(_ field: HeaderField) -> Bool {
        guard recognizedFieldCount < fields.count, fields[recognizedFieldCount].hasPlace(of: field) else {
            recognizedFieldCount = .max
            return false
        }
        recognizedFieldCount += 1
        return true
    }

    /// - Returns: false, and nothing changes, if not all fields were recognized.
    mutating func repeatLast(_ facts: HeadFacts) -> Bool {
        guard recognizedFieldCount == fields.count else { return false }
        self.facts = facts
        isRepeated = true
        return true
    }

    /// It passed all checks.
    mutating func remember(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>, count: Int) {
        memory.remember(facts, method: method, target: target.address, version: version, count: count)
    }

    // MARK: A new head

    mutating func readRequestLine(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) {
        memory.forget()
        fields.removeAll(keepingCapacity: true)
        facts = HeadFacts(method, version)
    }

    mutating func add(_ field: HeaderField) {
        fields.append(field)
        facts.note(nameLength: field.name.count)
    }

    mutating func setFraming(_ framing: BodyFraming, hasExpectation: Bool, hasOtherExpectation: Bool) {
        facts.framing = framing
        facts.hasExpectation = hasExpectation
        facts.hasOtherExpectation = hasOtherExpectation
    }

    mutating func end() {
        facts = HeadFacts()
        isRepeated = false
        target.end()
    }
}
