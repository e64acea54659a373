#!/bin/sh
# Syncs notes with an account, in six steps, and lets readers of the top progress see what happens deep down.
#
#     examples/sync/sync.sh                      syncs a few notes that it makes, slowly
#     examples/sync/sync.sh NOTES ACCOUNT        two folders; with a real account, put another `carry` here
#
# The amount of work is not known before the account has answered once: until then the steps are indeterminate
# (total -1) and count nothing. The notes travel in batches of twenty, each a child of its step worth as many units
# as it carries; it vanishes when it finishes (removeWhenFinished), so that ten million notes need no more nodes than
# twenty. The top is never told what they say: it finds their text in summary.latest.
set -u
# shellcheck source=examples/progress.sh
. "$(dirname -- "$0")/../progress.sh"

if [ $# -eq 0 ]; then
    progress_scratch
    progress_sample "$progress_scratch/account" 300 100 txt
    mkdir "$progress_scratch/notes" && head -c 100 /dev/urandom >"$progress_scratch/notes/mine.txt"
    set -- "$progress_scratch/notes" "$progress_scratch/account"
fi
[ $# -eq 2 ] || { progress_say "usage: $0 [NOTES ACCOUNT]" >&2; exit 64; }
here=$1 there=$2
sync=sync-$(progress_plain "${here##*/}")
work=$(mktemp -d) || exit 1
export LC_ALL=C # one order of names for ls and comm

# end STATUS TEXT
end() {
    rm -rf -- "$work"
    progress_say "$2"
    exit "$1"
}

stop() { end 130 "$sync cancelled; the next one continues from here"; }

# broken MESSAGE: unless it only broke because it was told to stop.
broken() {
    [ "$progress_directive" != cancel ] || stop
    progress_failed "$sync" "$1"
    end 1 "$sync failed: $1" >&2
}

# carry TO NOTE...: all that knows how notes travel. They arrive whole or not at all.
carry() {
    to=$1
    shift
    rm -rf -- "$to/.partial" && mkdir -- "$to/.partial" && cp -p -- "$@" "$to/.partial" &&
        mv -f -- "$to/.partial"/* "$to" && rmdir -- "$to/.partial"
}

# step NAME PENDING TEXT: a child of the whole, as JSON.
step() {
    printf '{"name": "%s.%s", "pendingUnitCount": %d, "totalUnitCount": -1, "isPausable": true,
        "localizedDescription": "%s"}' "$sync" "$1" "$2" "$3"
}

# reached STEP COMPLETED TOTAL
reached() {
    progress_report "$sync.$1" "$2" "$3"
    progress_obey "$sync.$1" || stop
}

# transfer STEP VERB FROM TO: carries the notes named in $work/STEP, ten at a time, and reports.
transfer() {
    step=$1 verb=$2 from=$3 into=$4
    total=$(wc -l <"$work/$step") carried=0 batch=0
    [ "$total" -gt 0 ] || return 0
    split -l 20 -a 6 "$work/$step" "$work/$step."
    for names in "$work/$step".*; do
        set --
        batch=$((batch + 1)) size=$(wc -l <"$names") completed=0
        progress_send POST "/progress/$sync.$step/children" "{\"name\": \"$sync.$step.$batch\", \"removeWhenFinished\": true,
            \"started\": true, \"pendingUnitCount\": $size, \"totalUnitCount\": $size,
            \"localizedDescription\": \"$verb $carried of $total notes\"}"
        progress_obey "$sync.$step" || stop # what joins a step that is paused or cancelled is so itself
        while read -r note; do
            set -- "$@" "$from/$note"
            completed=$((completed + 1)) carried=$((carried + 1))
            [ $# -eq 10 ] || [ $completed -eq "$size" ] || continue
            carry "$into" "$@" || broken "$note did not get through"
            set --
            progress_report "$sync.$step.$batch" $completed "$size" \
                "\"localizedDescription\": \"$verb $carried of $total notes\""
            progress_obey "$sync.$step" || stop # the batch may have finished, and be gone
            progress_breathe
        done <"$names"
    done
}

trap 'progress_interrupted "$sync"' INT TERM

progress_begin "$sync" 100 "\"labels\": {\"story\": \"sync\"}, \"children\": [
    $(step sign-in 5 'Signing in…'), $(step list 5 'Comparing…'), $(step download 60 'Downloading…'),
        $(step merge 5 'Merging…'), $(step upload 20 'Uploading…'), $(step verify 5 'Verifying…')]"

progress_start "$sync.sign-in"
ls -- "$there" >"$work/theirs" || broken "the account does not answer"
reached sign-in 1 1

progress_start "$sync.list"
ls -- "$here" >"$work/ours"
comm -13 "$work/ours" "$work/theirs" >"$work/download"
comm -23 "$work/ours" "$work/theirs" >"$work/upload"
comm -12 "$work/ours" "$work/theirs" >"$work/merge"
for part in download merge upload; do
    count=$(wc -l <"$work/$part")
    if [ "$count" -eq 0 ]; then progress_finish "$sync.$part" 0; else reached $part 0 "$count"; fi
done
reached list 1 1

transfer download Downloading "$there" "$here"

merged=0
[ ! -s "$work/merge" ] || progress_start "$sync.merge"
while read -r note; do # the newer one wins
    if [ "$here/$note" -nt "$there/$note" ]; then carry "$there" "$here/$note"; fi || broken "$note cannot be merged"
    if [ "$there/$note" -nt "$here/$note" ]; then carry "$here" "$there/$note"; fi || broken "$note cannot be merged"
    merged=$((merged + 1))
    [ $((merged % 20)) -ne 0 ] || reached merge $merged "$(wc -l <"$work/merge")"
done <"$work/merge"
[ $merged -eq 0 ] || reached merge $merged $merged

transfer upload Uploading "$here" "$there"

progress_start "$sync.verify"
diff -rqx ".*" -- "$here" "$there" >&2 || broken "the two sides differ"
progress_report "$sync.verify" 1 1
end 0 "$sync finished"
