extension Catalog {
    /// For the translator: nouns with “中”, as Apple writes it. Spaces stand around numbers, because CLDR writes its
    /// units so. The counter for files is “個”. Parentheses are full-width.
    static var japanese: Catalog {
        Catalog(
            tag: "ja",
            aliases: [],
            cldr: .ja,
            percentCompleted: "\(.percent) 完了",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("\(.total) 個中 \(.completed) 個のファイル"),
            files: japaneseFiles,
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

    private static var japaneseFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: .always("\(.number) 個のファイルをダウンロード中…"),
                named: "\(.quotedName)をダウンロード中…",
                bare: "ファイルをダウンロード中…"
            ),
            decompressing: FileSentence(
                counted: .always("\(.number) 個のファイルを展開中…"),
                named: "\(.quotedName)を展開中…",
                bare: "ファイルを展開中…"
            ),
            receiving: FileSentence(
                counted: .always("\(.number) 個のファイルを受信中…"),
                named: "\(.quotedName)を受信中…",
                bare: "ファイルを受信中…"
            ),
            copying: FileSentence(
                counted: .always("\(.number) 個のファイルをコピー中…"),
                named: "\(.quotedName)をコピー中…",
                bare: "ファイルをコピー中…"
            ),
            uploading: FileSentence(
                counted: .always("\(.number) 個のファイルをアップロード中…"),
                named: "\(.quotedName)をアップロード中…",
                bare: "ファイルをアップロード中…"
            ),
            duplicating: FileSentence(
                counted: .always("\(.number) 個のファイルを複製中…"),
                named: "\(.quotedName)を複製中…",
                bare: "ファイルを複製中…"
            ),
            processing: FileSentence(
                counted: .always("\(.number) 個のファイルを処理中…"),
                named: "\(.quotedName)を処理中…",
                bare: "ファイルを処理中…"
            )
        )
    }
}
