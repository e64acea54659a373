extension Catalog {
    /// For the translator: no suffix may touch a number or a name, because it would have to follow their sound: hence
    /// the stroke in “2 / 8”. A noun after a number stays singular. CLDR puts the percent sign first.
    static var turkish: Catalog {
        Catalog(
            tag: "tr",
            aliases: [],
            cldr: .tr,
            percentCompleted: "\(.percent) tamamlandı",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("\(.completed) / \(.total) dosya"),
            files: turkishFiles,
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) kaldı"),
            additional: .common
        )
    }

    private static var turkishFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: .always("\(.number) dosya indiriliyor…"),
                named: "\(.quotedName) indiriliyor…",
                bare: "Dosyalar indiriliyor…"
            ),
            decompressing: FileSentence(
                counted: .always("\(.number) dosya ayıklanıyor…"),
                named: "\(.quotedName) ayıklanıyor…",
                bare: "Dosyalar ayıklanıyor…"
            ),
            receiving: FileSentence(
                counted: .always("\(.number) dosya alınıyor…"),
                named: "\(.quotedName) alınıyor…",
                bare: "Dosyalar alınıyor…"
            ),
            copying: FileSentence(
                counted: .always("\(.number) dosya kopyalanıyor…"),
                named: "\(.quotedName) kopyalanıyor…",
                bare: "Dosyalar kopyalanıyor…"
            ),
            uploading: FileSentence(
                counted: .always("\(.number) dosya karşıya yükleniyor…"),
                named: "\(.quotedName) karşıya yükleniyor…",
                bare: "Dosyalar karşıya yükleniyor…"
            ),
            duplicating: FileSentence(
                counted: .always("\(.number) dosya çoğaltılıyor…"),
                named: "\(.quotedName) çoğaltılıyor…",
                bare: "Dosyalar çoğaltılıyor…"
            ),
            processing: FileSentence(
                counted: .always("\(.number) dosya işleniyor…"),
                named: "\(.quotedName) işleniyor…",
                bare: "Dosyalar işleniyor…"
            )
        )
    }
}
