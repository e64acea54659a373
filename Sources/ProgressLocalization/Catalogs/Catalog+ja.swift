extension Catalog {
    /// For the translator: nouns with “中”, as Apple writes it. Numbers have spaces around them, as in CLDR's units.
    /// The counter for files is “個”. Parentheses are full-width.
    static var japanese: Catalog {
        func files(_ noun: StaticString) -> FileSentence {
            FileSentence(
                counted: .always("\(.number) 個のファイルを\(noun)中…"),
                named: "\(.quotedName)を\(noun)中…",
                bare: "ファイルを\(noun)中…"
            )
        }
        return Catalog(
            tag: "ja",
            cldr: .ja,
            percentCompleted: "\(.percent) 完了",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("\(.total) 個中 \(.completed) 個のファイル"),
            files: FileSentences(
                downloading: files("ダウンロード"),
                decompressing: files("展開"),
                receiving: files("受信"),
                copying: files("コピー"),
                uploading: files("アップロード"),
                duplicating: files("複製"),
                processing: files("処理")
            ),
            states: StateNames(
                failed: "失敗",
                cancelled: "キャンセル済み",
                finished: "完了",
                paused: "一時停止中",
                stalled: "応答なし",
                indeterminate: "終わり未定",
                running: "進行中"
            ),
            quotation: "「\(.name)」",
            remaining: RemainingSentences("残り \(.duration)"),
            additional: AdditionalSentences(
                amountAndRate: "\(.amount)（\(.rate)）",
                amountAndTime: "\(.amount) — \(.time)",
                amountRateAndTime: "\(.amount)（\(.rate)）— \(.time)",
                timeAndRate: "\(.time)（\(.rate)）"
            )
        )
    }
}
