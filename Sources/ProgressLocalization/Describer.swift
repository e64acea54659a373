package import ProgressCore

/// Writes the descriptions of a progress in one language (docs/contract.md, section 6).
///
/// Text is appended as UTF-8, not escaped for any format. Cheap to make, and safe to share between threads.
package struct Describer: Sendable {
    let box: CatalogBox

    package init(language: Language) {
        box = language.box
    }

    /// Appends `localizedDescription`: the explicit one, else `Copying “Text Edit”…`, `25% completed`, or nothing.
    package func appendDescription(of snapshot: ProgressSnapshot, to bytes: inout [UInt8]) {
        if let explicit = snapshot.box?.details.localizedDescription {
            bytes.append(contentsOf: explicit.utf8)
        } else if snapshot.isFile {
            appendMarked(to: &bytes) { appendFileDescription(of: snapshot, to: &$0) }
        } else if !snapshot.isIndeterminate {
            appendMarked(to: &bytes) { appendPercent(UInt64(snapshot.percentCompleted), to: &$0) }
        }
    }

    private func appendPercent(_ percent: UInt64, to bytes: inout [UInt8]) {
        box.catalog.percentCompleted.append(to: &bytes) { _, bytes in
            box.catalog.cldr.percent.append(to: &bytes) { _, bytes in append(percent, to: &bytes) }
        }
    }

    private func appendFileDescription(of snapshot: ProgressSnapshot, to bytes: inout [UInt8]) {
        let sentence = box.catalog.files[FileOperation(kind: snapshot.box?.details.fileOperationKind)]
        if let count = snapshot.knownFileTotalCount {
            append(DecimalNumber(count), in: sentence.counted, to: &bytes)
        } else if let name = snapshot.box?.details.fileURL.flatMap(FileName.init(fileURL:)) {
            sentence.named.append(to: &bytes) { _, bytes in
                box.catalog.quotation.append(to: &bytes) { _, bytes in name.append(to: &bytes) }
            }
        } else {
            sentence.bare.append(to: &bytes) { _, _ in }
        }
    }

    /// Puts a right-to-left text between marks (U+200F). They keep its order in a page or a terminal line that runs from
    /// left to right, and `dir="auto"` finds the direction.
    func appendMarked(to bytes: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        let isRightToLeft = box.catalog.cldr.isRightToLeft
        if isRightToLeft { bytes.append("\u{200F}" as StaticString) }
        write(&bytes)
        if isRightToLeft { bytes.append("\u{200F}" as StaticString) }
    }

    func append(_ number: UInt64, to bytes: inout [UInt8]) {
        box.catalog.cldr.numbers.append(DecimalNumber(number), to: &bytes)
    }

    /// Appends the number with the form of its plural category.
    func append(_ number: DecimalNumber, in forms: PluralForms<Placeholder.Number>, to bytes: inout [UInt8]) {
        forms[box.catalog.cldr.pluralCategory(number)].append(to: &bytes) { _, bytes in
            box.catalog.cldr.numbers.append(number, to: &bytes)
        }
    }
}
