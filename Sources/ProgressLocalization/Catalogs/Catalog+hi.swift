extension Catalog {
    /// For the translator: passive present. The verb agrees with “फ़ाइल” (feminine); after a name and “को” it stays
    /// masculine singular, so that the gender of the name does not matter. Zero and one are singular. The total comes
    /// first.
    static var hindi: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल \(verb) की जा रही है…",
                    other: "\(.number) फ़ाइलें \(verb) की जा रही हैं…"
                ),
                named: "\(.quotedName) को \(verb) किया जा रहा है…",
                bare: "फ़ाइलें \(verb) की जा रही हैं…"
            )
        }
        return Catalog(
            tag: "hi",
            cldr: .hi,
            percentCompleted: "\(.percent) पूर्ण",
            unitsOfTotal: "\(.total) में से \(.completed)",
            bytesOfTotal: "\(.total) में से \(.completed)",
            filesOfTotal: PluralForms(
                one: "\(.total) फ़ाइल में से \(.completed)",
                other: "\(.total) फ़ाइलों में से \(.completed)"
            ),
            files: FileSentences(
                downloading: files("डाउनलोड"),
                decompressing: files("डीकंप्रेस"),
                receiving: files("प्राप्त"),
                copying: files("कॉपी"),
                uploading: files("अपलोड"),
                duplicating: files("डुप्लीकेट"),
                processing: files("प्रोसेस")
            ),
            states: StateNames(
                failed: "विफल",
                cancelled: "रद्द",
                finished: "पूरा",
                paused: "रुका हुआ",
                stalled: "कोई ख़बर नहीं",
                indeterminate: "अंत अज्ञात",
                running: "जारी"
            ),
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) शेष")
        )
    }
}
