extension MCPTool {
    /// The tool as `tools/list` shows it, as JSON: what it is for, its arguments, and what a host may assume.
    var definition: StaticString {
        switch self {
        case .list:
            #"""
            {"name":"list_progress","title":"List progress","description":"Lists long-running work, newest first unless sorted, with state, fraction, rate and remaining time. Use it to find the id or name of a job.","inputSchema":{"type":"object","properties":{"state":{"type":"string","enum":["running","paused","stalled","indeterminate","finished","failed","cancelled"],"description":"Only work in this state."},"name":{"type":"string","description":"Only work with this name, or with names that begin with what is before *."},"q":{"type":"string","maxLength":256,"description":"Only work with all of these words in its name, its description or a label's value."},"label":{"type":"string","description":"Only work with this label, as key:value or key; with ! in front, only work without it."},"sort":{"type":"string","enum":["-createdAt","createdAt","name","-name","-updatedAt","remaining","-duration"],"description":"The order; - begins with the largest."},"limit":{"type":"integer","minimum":1,"maximum":100,"default":50},"cursor":{"type":"string","description":"The nextCursor of the result before, with the same filters."}},"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}
            """#
        case .get:
            #"""
            {"name":"get_progress","title":"Get progress","description":"Reads one progress now: state, units, fraction, rate, remaining time, error. With depth also the parts below it, nested in children.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."},"depth":{"type":"integer","minimum":0,"maximum":1000,"default":0,"description":"Levels of children to include."}},"required":["id"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}
            """#
        case .watch:
            #"""
            {"name":"watch_progress","title":"Watch progress","description":"Follows one progress until it finishes, fails or is cancelled, and reports each step to hosts that show progress. Returns the last state; if its state is not finished, failed or cancelled, the time was over and you may watch again.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."},"seconds":{"type":"integer","minimum":0,"maximum":3600,"default":300,"description":"How long to watch at most; 25 in hosts that do not show progress."}},"required":["id"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}
            """#
        case .wait:
            #"""
            {"name":"wait_progress","title":"Wait for progress","description":"Waits until one progress has finished, failed or been cancelled, without reports in between. Returns the last state; if its state is not finished, failed or cancelled, the time was over and you may wait again.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."},"seconds":{"type":"integer","minimum":0,"maximum":25,"default":25,"description":"How long to wait at most."}},"required":["id"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}
            """#
        case .create:
            #"""
            {"name":"create_progress","title":"Create progress","description":"Begins a progress for work that you do yourself, so that people can see it. With a name and no parentID it can be made again safely: while work with that name is running, the same arguments find it. Report with report_progress.","inputSchema":{"type":"object","properties":{"name":{"type":"string","description":"1 to 128 of A-Z a-z 0-9 . _ : -, first a letter or digit."},"totalUnitCount":{"type":"integer","description":"How many units of work there are; leave it out while unknown."},"localizedDescription":{"type":"string","description":"What the work is, for people."},"leaseSeconds":{"type":"number","description":"Without a report for this long it counts as stalled."},"parentID":{"type":"string","description":"The id or name of the work that this is a part of. Made again, a named part is refused: its name is taken."},"pendingUnitCount":{"type":"integer","minimum":0,"description":"With parentID: how many units of the parent this part completes."},"started":{"type":"boolean","description":"true: you begin with it now; false or left out: it waits for its first report."},"urls":{"type":"object","description":"Addresses that belong to the work, such as log, artifact or ticket: at most 8 http or https URLs.","additionalProperties":{"type":"string"}}}},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}
            """#
        case .report:
            #"""
            {"name":"report_progress","title":"Report progress","description":"Reports what you have done. The result carries a directive if somebody asked you to pause or to cancel: obey it. Give either count (units done since the last report), or completedUnitCount and other members to replace, or outcome to end the work.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."},"count":{"type":"integer","description":"Units to add."},"completedUnitCount":{"type":"integer","description":"Units done in all."},"totalUnitCount":{"type":["integer","null"],"description":"Units there are in all."},"localizedAdditionalDescription":{"type":["string","null"],"description":"What you are doing now, for people."},"started":{"type":"boolean","description":"true: you begin with it now, and have nothing to count yet."},"urls":{"type":"object","description":"Addresses that belong to the work, such as log, artifact or ticket; null removes one.","additionalProperties":{"type":["string","null"]}},"outcome":{"type":"string","enum":["finished","failed"],"description":"Ends the work; texts and urls that you give with it are read with its end."},"message":{"type":"string","description":"With outcome failed: why."}},"required":["id"]},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}
            """#
        case .cancel:
            #"""
            {"name":"cancel_progress","title":"Cancel progress","description":"Asks the workers of a progress and of all its parts to stop for good. It cannot be undone; ask the person first unless they told you to.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."}},"required":["id"],"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}}
            """#
        case .pause:
            #"""
            {"name":"pause_progress","title":"Pause progress","description":"Asks the workers of a progress and of all its parts to hold until resume_progress.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."}},"required":["id"],"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}
            """#
        case .resume:
            #"""
            {"name":"resume_progress","title":"Resume progress","description":"Lets paused workers of a progress and of all its parts continue.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id or name."}},"required":["id"],"additionalProperties":false},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}
            """#
        }
    }
}
