extension Catalog {
    /// For the translator: “正在” and a verb. Spaces stand around numbers, because CLDR writes its units so. The counter
    /// for files is “個”. “複製” is copying for everybody but Apple, so duplicating is “製作副本”. Parentheses are full-width.
    static var traditionalChinese: Catalog {
        Catalog(
            tag: "zh-Hant",
            aliases: ["zh-TW", "zh-HK", "zh-MO"],
            cldr: .zhHant,
            percentCompleted: "已完成 \(.percent)",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("共 \(.total) 個檔案，已完成 \(.completed) 個"),
            files: traditionalChineseFiles,
            quotation: "「\(.name)」",
            remaining: RemainingSentences("剩餘 \(.duration)"),
            additional: AdditionalSentences(
                amountAndRate: "\(.amount)（\(.rate)）",
                amountAndTime: "\(.amount) — \(.time)",
                amountRateAndTime: "\(.amount)（\(.rate)）— \(.time)",
                timeAndRate: "\(.time)（\(.rate)）"
            )
        )
    }

    private static var traditionalChineseFiles: FileSentences {
        FileSentences(
            downloading: FileSentence(
                counted: .always("正在下載 \(.number) 個檔案…"),
                named: "正在下載\(.quotedName)…",
                bare: "正在下載檔案…"
            ),
            decompressing: FileSentence(
                counted: .always("正在解壓縮 \(.number) 個檔案…"),
                named: "正在解壓縮\(.quotedName)…",
                bare: "正在解壓縮檔案…"
            ),
            receiving: FileSentence(
                counted: .always("正在接收 \(.number) 個檔案…"),
                named: "正在接收\(.quotedName)…",
                bare: "正在接收檔案…"
            ),
            copying: FileSentence(
                counted: .always("正在複製 \(.number) 個檔案…"),
                named: "正在複製\(.quotedName)…",
                bare: "正在複製檔案…"
            ),
            uploading: FileSentence(
                counted: .always("正在上傳 \(.number) 個檔案…"),
                named: "正在上傳\(.quotedName)…",
                bare: "正在上傳檔案…"
            ),
            duplicating: FileSentence(
                counted: .always("正在製作 \(.number) 個檔案的副本…"),
                named: "正在製作\(.quotedName)的副本…",
                bare: "正在製作檔案副本…"
            ),
            processing: FileSentence(
                counted: .always("正在處理 \(.number) 個檔案…"),
                named: "正在處理\(.quotedName)…",
                bare: "正在處理檔案…"
            )
        )
    }
}
