extension Catalog {
    /// For the translator: “正在” and a verb. No spaces around numbers, as in CLDR's units. The counter for
    /// files is “个”. “复制” means copying everywhere but at Apple, so duplicating is “创建副本”. Parentheses are full-width.
    static var simplifiedChinese: Catalog {
        func files(_ verb: StaticString) -> FileSentence {
            FileSentence(
                counted: .always("正在\(verb)\(.number)个文件…"),
                named: "正在\(verb)\(.quotedName)…",
                bare: "正在\(verb)文件…"
            )
        }
        return Catalog(
            tag: "zh-Hans",
            aliases: ["zh"],
            cldr: .zhHans,
            percentCompleted: "已完成\(.percent)",
            unitsOfTotal: "\(.completed) / \(.total)",
            bytesOfTotal: "\(.completed) / \(.total)",
            filesOfTotal: .always("共\(.total)个文件，已完成\(.completed)个"),
            files: FileSentences(
                downloading: files("下载"),
                decompressing: files("解压缩"),
                receiving: files("接收"),
                copying: files("复制"),
                uploading: files("上传"),
                duplicating: FileSentence(
                    counted: .always("正在创建\(.number)个文件的副本…"),
                    named: "正在创建\(.quotedName)的副本…",
                    bare: "正在创建文件副本…"
                ),
                processing: files("处理")
            ),
            states: StateNames(
                failed: "失败",
                cancelled: "已取消",
                finished: "已完成",
                paused: "已暂停",
                stalled: "无消息",
                indeterminate: "时长未知",
                running: "进行中"
            ),
            quotation: "“\(.name)”",
            remaining: RemainingSentences("剩余\(.duration)"),
            additional: AdditionalSentences(
                amountAndRate: "\(.amount)（\(.rate)）",
                amountAndTime: "\(.amount) — \(.time)",
                amountRateAndTime: "\(.amount)（\(.rate)）— \(.time)",
                timeAndRate: "\(.time)（\(.rate)）"
            )
        )
    }
}
