extension Catalog {
    /// For the translator: passive present. The verb agrees with “फ़ाइल” (feminine); after a name and “को” it stays
    /// masculine singular, so that the gender of the name does not matter. Zero and one are singular. The total comes
    /// first.
    static var hindi: Catalog {
        Catalog(
            tag: "hi",
            aliases: [],
            cldr: .hi,
            percentCompleted: "\(.percent) पूर्ण",
            unitsOfTotal: "\(.total) में से \(.completed)",
            bytesOfTotal: "\(.total) में से \(.completed)",
            filesOfTotal: PluralForms(
                one: "\(.total) फ़ाइल में से \(.completed)",
                other: "\(.total) फ़ाइलों में से \(.completed)"
            ),
            files: hindiFiles,
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) शेष"),
            additional: .common
        )
    }

    private static var hindiFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल डाउनलोड की जा रही है…",
                    other: "\(.number) फ़ाइलें डाउनलोड की जा रही हैं…"
                ),
                named: "\(.quotedName) को डाउनलोड किया जा रहा है…",
                bare: "फ़ाइलें डाउनलोड की जा रही हैं…"
            ),
            decompressing: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल डीकंप्रेस की जा रही है…",
                    other: "\(.number) फ़ाइलें डीकंप्रेस की जा रही हैं…"
                ),
                named: "\(.quotedName) को डीकंप्रेस किया जा रहा है…",
                bare: "फ़ाइलें डीकंप्रेस की जा रही हैं…"
            ),
            receiving: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल प्राप्त की जा रही है…",
                    other: "\(.number) फ़ाइलें प्राप्त की जा रही हैं…"
                ),
                named: "\(.quotedName) को प्राप्त किया जा रहा है…",
                bare: "फ़ाइलें प्राप्त की जा रही हैं…"
            ),
            copying: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल कॉपी की जा रही है…",
                    other: "\(.number) फ़ाइलें कॉपी की जा रही हैं…"
                ),
                named: "\(.quotedName) को कॉपी किया जा रहा है…",
                bare: "फ़ाइलें कॉपी की जा रही हैं…"
            ),
            uploading: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल अपलोड की जा रही है…",
                    other: "\(.number) फ़ाइलें अपलोड की जा रही हैं…"
                ),
                named: "\(.quotedName) को अपलोड किया जा रहा है…",
                bare: "फ़ाइलें अपलोड की जा रही हैं…"
            ),
            duplicating: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल डुप्लीकेट की जा रही है…",
                    other: "\(.number) फ़ाइलें डुप्लीकेट की जा रही हैं…"
                ),
                named: "\(.quotedName) को डुप्लीकेट किया जा रहा है…",
                bare: "फ़ाइलें डुप्लीकेट की जा रही हैं…"
            ),
            processing: FileSentence(
                counted: PluralForms(
                    one: "\(.number) फ़ाइल प्रोसेस की जा रही है…",
                    other: "\(.number) फ़ाइलें प्रोसेस की जा रही हैं…"
                ),
                named: "\(.quotedName) को प्रोसेस किया जा रहा है…",
                bare: "फ़ाइलें प्रोसेस की जा रही हैं…"
            )
        )
    }
}
