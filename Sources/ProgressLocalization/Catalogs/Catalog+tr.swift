extension Catalog {
    /// For the translator: no suffix may touch a number or a name, because it would have to follow their sound: hence
    /// the stroke in “2 / 8”. A noun after a number stays singular. CLDR puts the percent sign first.
    static var turkish: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: .always("\(.number) dosya \(verb)…"),
                named: "\(.quotedName) \(verb)…",
                bare: "Dosyalar \(verb)…"
            )
        }
        return Catalog(
            tag: "tr",
            cldr: .tr,
            percentCompleted: "\(.percent) tamamlandı",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("\(.completed) / \(.total) dosya"),
            files: FileSentences(
                downloading: files("indiriliyor"),
                decompressing: files("ayıklanıyor"),
                receiving: files("alınıyor"),
                copying: files("kopyalanıyor"),
                uploading: files("karşıya yükleniyor"),
                duplicating: files("çoğaltılıyor"),
                processing: files("işleniyor")
            ),
            states: StateNames(
                failed: "Başarısız",
                cancelled: "İptal edildi",
                finished: "Tamamlandı",
                paused: "Duraklatıldı",
                stalled: "Haber yok",
                indeterminate: "Sonu belirsiz",
                running: "Sürüyor"
            ),
            quotation: "“\(.name)”",
            remaining: RemainingSentences("\(.duration) kaldı")
        )
    }
}
