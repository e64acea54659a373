package import ProgressCore

extension Describer {
    /// Appends `localizedAdditionalDescription`: the explicit one, else amount, rate and remaining time, as far as
    /// they are known: `1.61 GB of 3.22 GB (2 KB/sec) — 2 minutes remaining`, `512 (51/sec)`.
    package func appendAdditionalDescription(of snapshot: ProgressSnapshot, to bytes: inout [UInt8]) {
        if let explicit = snapshot.box?.details.localizedAdditionalDescription {
            bytes.append(contentsOf: explicit.utf8)
            return
        }
        let facts = AdditionalFacts(of: snapshot)
        if facts.rate == nil, facts.time == nil, case .units(let completed, let total)? = facts.amount {
            return appendMarked(to: &bytes) { bytes in appendUnits(completed, total, to: &bytes) }
        }
        guard let sentence = sentence(for: facts) else { return }
        appendMarked(to: &bytes) { bytes in
            sentence.append(to: &bytes) { place, bytes in
                switch place {
                case .amount: if let amount = facts.amount { append(amount, to: &bytes) }
                case .rate: if let rate = facts.rate { appendRate(rate, to: &bytes) }
                case .time: if let time = facts.time { appendTime(time, isInitial: facts.amount == nil, to: &bytes) }
                }
            }
        }
    }

    /// Nil if nothing is known.
    private func sentence(for facts: AdditionalFacts) -> Template<Placeholder.Additional>? {
        let sentences = box.catalog.additional
        return switch (facts.amount != nil, facts.rate != nil, facts.time != nil) {
        case (true, true, true): sentences.amountRateAndTime
        case (true, true, false): sentences.amountAndRate
        case (true, false, true): sentences.amountAndTime
        case (true, false, false): sentences.amount
        case (false, true, true): sentences.timeAndRate
        case (false, true, false): sentences.rate
        case (false, false, true): sentences.time
        case (false, false, false): nil
        }
    }

    private func append(_ amount: AdditionalFacts.Amount, to bytes: inout [UInt8]) {
        switch amount {
        case .units(let completed, let total):
            appendUnits(completed, total, to: &bytes)
        case .bytes(let completed, let total):
            box.catalog.bytesOfTotal.append(to: &bytes) { place, bytes in
                appendBytes(place == .completed ? completed : total, to: &bytes)
            }
        case .countedBytes(let count):
            appendBytes(count, to: &bytes)
        case .countedUnits(let count):
            append(count, to: &bytes)
        case .files(let completed, let total):
            let category = box.catalog.cldr.pluralCategory(DecimalNumber(total))
            box.catalog.filesOfTotal[category].append(to: &bytes) { place, bytes in
                append(place == .completed ? completed : total, to: &bytes)
            }
        }
    }

    private func appendUnits(_ completed: UInt64, _ total: UInt64, to bytes: inout [UInt8]) {
        box.catalog.unitsOfTotal.append(to: &bytes) { place, bytes in
            append(place == .completed ? completed : total, to: &bytes)
        }
    }

    private func appendBytes(_ count: UInt64, to bytes: inout [UInt8]) {
        let amount = ByteAmount(count)
        append(amount.number, in: box.catalog.cldr.bytes[Int(amount.unit.rawValue)], to: &bytes)
    }

    private func appendRate(_ rate: AdditionalFacts.Rate, to bytes: inout [UInt8]) {
        box.catalog.cldr.perSecond.append(to: &bytes) { _, bytes in
            switch rate {
            case .bytes(let count): appendBytes(count, to: &bytes)
            case .units(let number): box.catalog.cldr.numbers.append(number, to: &bytes)
            }
        }
    }

    func appendTime(_ parts: DurationParts, isInitial: Bool, to bytes: inout [UInt8]) {
        let sentences = box.catalog.remaining
        let category = box.catalog.cldr.pluralCategory(DecimalNumber(parts.larger.count))
        let sentence = (isInitial ? sentences.initial : sentences.following)[category]
        sentence.append(to: &bytes) { _, bytes in append(parts, to: &bytes) }
    }

    private func append(_ parts: DurationParts, to bytes: inout [UInt8]) {
        guard let smaller = parts.smaller else {
            append(parts.larger, to: &bytes)
            return
        }
        box.catalog.cldr.durationPair.append(to: &bytes) { place, bytes in
            append(place == .larger ? parts.larger : smaller, to: &bytes)
        }
    }

    private func append(_ part: DurationParts.Part, to bytes: inout [UInt8]) {
        append(DecimalNumber(part.count), in: box.catalog.cldr.durations[Int(part.unit.rawValue)], to: &bytes)
    }
}
