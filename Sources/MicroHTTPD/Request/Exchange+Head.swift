internal import CMicroHTTPD
internal import Glibc

extension Exchange {
    /// The request line is there, not yet decoded; libmicrohttpd will cut the query into pieces where it lies.
    func begin(target: UnsafePointer<CChar>?) {
        stage = .head
        targetAddress = target
        guard let target else { return }
        let count = strlen(target)
        if !head.isEmpty, targetBuffer.count == count, let kept = targetBuffer.bytes.baseAddress,
            memcmp(kept, target, count) == 0
        {
            hasTarget = true
            return
        }
        head.forget()
        targetBuffer.removeAll()
        hasTarget = targetBuffer.append(UnsafeRawBufferPointer(start: target, count: count))
        queryStart = memchr(target, Int32(UInt8(ascii: "?")), count).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(target) + 1
        }
    }

    /// Whether this is the head that was remembered; then all of it is known, and its fields are those of before.
    func recognizeHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> Bool {
        let count = cmicrohttpd_head_byte_count(connection.handle)
        guard let facts = head.facts(method: method, target: targetAddress, version: version, count: count) else {
            return readRequestLine(method, version)
        }
        recognizedFieldCount = 0
        let context = Unmanaged.passUnretained(self).toOpaque()
        MHD_get_connection_values_n(connection.handle, .HEADER_KIND, recognizeField, context)
        guard recognizedFieldCount == fields.count else { return readRequestLine(method, version) }
        self.method = facts.method
        isHTTP11 = facts.isHTTP11
        framing = facts.framing
        nameLengths = facts.nameLengths
        headIsRepeated = true
        return true
    }

    private func readRequestLine(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> Bool {
        head.forget()
        headNote = nil
        fields.removeAll(keepingCapacity: true)
        self.method = Method(method)
        isHTTP11 = strcmp(version, "HTTP/1.0") != 0
        return false
    }

    /// Whether the next field lies where the remembered one lay; its bytes are known to be the same.
    func recognize(_ field: HeaderField) -> Bool {
        guard recognizedFieldCount < fields.count else {
            recognizedFieldCount = .max
            return false
        }
        let known = fields[recognizedFieldCount]
        guard known.name.baseAddress == field.name.baseAddress, known.name.count == field.name.count,
            known.value.baseAddress == field.value.baseAddress, known.value.count == field.value.count
        else {
            recognizedFieldCount = .max
            return false
        }
        recognizedFieldCount += 1
        return true
    }

    /// The head passed all checks.
    func rememberHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) {
        head.remember(
            HeadMemory.Facts(method: self.method, isHTTP11: isHTTP11, framing: framing, nameLengths: nameLengths),
            method: method,
            target: targetAddress,
            version: version,
            count: cmicrohttpd_head_byte_count(connection.handle)
        )
    }

    func collectFields() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        MHD_get_connection_values_n(connection.handle, .HEADER_KIND, collectField, context)
    }

    func add(_ field: HeaderField) {
        fields.append(field)
        nameLengths |= 1 << UInt64(min(field.name.count, 63))
    }
}
