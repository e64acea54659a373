extension Catalog {
    /// For the translator: “正在” and a verb. Numbers have spaces around them, as in CLDR's units. The counter
    /// for files is “個”. “複製” means copying everywhere but at Apple, so duplicating is “製作副本”. Parentheses are full-width.
    static var traditionalChinese: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: .always("正在\(verb) \(.number) 個檔案…"),
                named: "正在\(verb)\(.quotedName)…",
                bare: "正在\(verb)檔案…"
            )
        }
        return Catalog(
            tag: "zh-Hant",
            aliases: ["zh-TW", "zh-HK", "zh-MO"],
            cldr: .zhHant,
            percentCompleted: "已完成 \(.percent)",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("共 \(.total) 個檔案，已完成 \(.completed) 個"),
            files: FileSentences(
                downloading: files("下載"),
                decompressing: files("解壓縮"),
                receiving: files("接收"),
                copying: files("複製"),
                uploading: files("上傳"),
                duplicating: FileSentence(
                    counted: .always("正在製作 \(.number) 個檔案的副本…"),
                    named: "正在製作\(.quotedName)的副本…",
                    bare: "正在製作檔案副本…"
                ),
                processing: files("處理")
            ),
            states: StateNames(
                failed: "失敗",
                cancelled: "已取消",
                finished: "已完成",
                paused: "已暫停",
                stalled: "沒有消息",
                indeterminate: "時間未定",
                running: "進行中"
            ),
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
}
