#!/bin/sh
# Packs a folder, and lets everyone watch: a backup that reports to progressd and obeys it.
#
#     examples/backup.sh                           packs a few files that it makes, slowly
#     examples/backup.sh FOLDER [ARCHIVE]          ARCHIVE: by default FOLDER's name with .tar.gz, where you are
#     PROGRESSD_URL=http://host:8080 examples/backup.sh …
#
# The root has three children: scan (files; how many is not known before the end), compress and verify (bytes). Pause,
# resume and cancel come back in the header Progress-Directive of each report: no second connection, no polling. If no
# service answers, the folder is packed all the same.
set -u
# shellcheck source=examples/progress.sh
. "$(dirname -- "$0")/progress.sh"

usage() { progress_say "$1; usage: $0 [FOLDER [ARCHIVE]]" >&2; exit 64; }

if [ $# -eq 0 ]; then
    progress_scratch
    progress_sample "$progress_scratch/photos" 30 200000 jpg
    set -- "$progress_scratch/photos" "$progress_scratch/photos.tar.gz"
fi
[ $# -eq 1 ] || [ $# -eq 2 ] || usage "at most two arguments are understood"
folder=$(cd -- "$1" 2>/dev/null && pwd) || usage "$1 is not a folder that can be entered"
name=${folder##*/} parent=${folder%/*}/
archive=${2:-./${name:-root}.tar.gz}
target=$(cd -- "$(dirname -- "$archive")" 2>/dev/null && pwd) || usage "there is no folder for $archive"
case $target/ in "${folder%/}"/*) usage "$archive would lie in the folder that it packs" ;; esac
partial=$archive.partial
root=backup-$(progress_plain "${name:-root}") # the same tonight and tomorrow
work=$(mktemp -d) || exit 1

# end STATUS TEXT: leaves a whole archive or none.
end() {
    trap - INT TERM
    exec 3<&-
    [ "$1" -eq 0 ] || rm -f -- "$partial"
    rm -rf -- "$work"
    progress_say "$2"
    exit "$1"
}

# reached STEP COMPLETED TOTAL: counts are absolute, so sending them twice does no harm.
reached() {
    progress_report "$root.$1" "$2" "$3"
    check "$1"
}
check() { progress_obey "$root.$1" || end 130 "$root cancelled"; }

broken() {
    progress_failed "$root" "$1"
    end 1 "$0: $1" >&2
}

pack() { cd -- "$parent" && tar "$@" --no-unquote -- "./$name"; }

# step NAME PENDING MEMBERS: a child of the whole, as JSON.
step() {
    printf '{"name": "%s", "pendingUnitCount": %d, "totalUnitCount": -1, "isPausable": true, %s}' "$root.$1" "$2" "$3"
}

trap 'progress_interrupted "$root"; end 130 "$root interrupted"' INT TERM

progress_begin "$root" 10 "\"labels\": {\"job\": \"backup\"}, \"localizedDescription\": $(progress_quote "Backup of $name"),
    \"children\": [
    $(step scan 1 '"localizedDescription": "Scanning…"'),
    $(step compress 7 '"kind": "file", "fileOperationKind": "copying"'),
    $(step verify 2 '"kind": "file", "localizedDescription": "Verifying…"')]"
mkfifo "$work/entries" "$work/stream" "$work/copy" || broken "no named pipes in $work"

# 1. Scan: everything has to be readable.
progress_start "$root.scan"
# shellcheck disable=SC2016 # the inner shell expands it
find "$folder" -exec sh -c 'for path do
        if [ -d "$path" ] && [ -x "$path" ]; then echo folder
        elif [ -r "$path" ] || [ -h "$path" ]; then echo file
        else echo unreadable; fi
    done' sh {} + >"$work/entries" &
exec 3<"$work/entries"
count=0
while read -r kind <&3; do
    [ "$kind" != unreadable ] || broken "there are files in $folder that cannot be read"
    [ "$kind" = folder ] || count=$((count + 1))
    [ $((count % 500)) -ne 0 ] || [ "$kind" = folder ] || reached scan $count -1
done
progress_finish "$root.scan" $count
check scan
total=$(LC_ALL=C pack --totals -cf /dev/null 2>&1 | sed -n 's/^Total.*: \([0-9]*\) .*/\1/p')

# 2. Compress: the tar stream in pieces, each a separate gzip member; together they are one .tar.gz.
true >"$partial" || broken "$partial cannot be written" # `:` would end the shell there and then
progress_send PATCH "/progress/$root.compress" "{\"fileTotalCount\": $count, \"started\": true}"
piece=$((${total:=0} / 40 + 65536)) completed=0
pack -cf - >"$work/stream" &
exec 3<"$work/stream"
while head -c $piece <&3 >"$work/piece" && [ -s "$work/piece" ]; do
    gzip -c <"$work/piece" >>"$partial" || broken "$partial cannot be written"
    cksum <"$work/piece" >>"$work/sums"
    completed=$((completed + $(wc -c <"$work/piece")))
    reached compress $completed $((total > completed ? total : completed + 1)) # finished when tar says so
    progress_breathe
done
wait $!
[ $? -le 1 ] || broken "tar could not read all of $folder" # 1: something changed meanwhile
reached compress $completed $completed

# 3. Verify: reads the archive back, and compares it with its input.
progress_start "$root.verify"
gzip -dc <"$partial" >"$work/copy" &
exec 3<"$work/copy"
verified=0
while read -r sum && head -c $piece <&3 >"$work/piece"; do
    [ "$(cksum <"$work/piece")" = "$sum" ] || broken "$partial is damaged after $verified bytes"
    verified=$((verified + $(wc -c <"$work/piece")))
    reached verify $verified $completed
    progress_breathe
done <"$work/sums"
mv -f -- "$partial" "$archive" || broken "$archive cannot be written"
if progress_send GET "/progress/$root"; then progress_tell "$root"; fi
end 0 "$archive"
