#!/bin/sh
# Packs a folder, and lets everyone watch: a backup that reports to progressd and obeys it.
#
#     examples/backup.sh FOLDER [ARCHIVE]          ARCHIVE: by default FOLDER's name with .tar.gz, where you are
#     PROGRESSD_URL=http://host:8080 examples/backup.sh …
#
# The root has three children: scan (files; how many is not known before the end), compress and verify (bytes). Pause,
# resume and cancel come back in the header Progress-Directive of each report: no second connection, no polling.
set -u

say() { printf '%s\n' "$*"; }
usage() { say "$1; usage: $0 FOLDER [ARCHIVE]" >&2; exit 64; }

[ $# -eq 1 ] || [ $# -eq 2 ] || usage "one or two arguments are needed"
folder=$(cd -- "$1" 2>/dev/null && pwd) || usage "$1 is not a folder that can be entered"
name=${folder##*/} parent=${folder%/*}/
archive=${2:-./${name:-root}.tar.gz}
target=$(cd -- "$(dirname -- "$archive")" 2>/dev/null && pwd) || usage "there is no folder for $archive"
case $target/ in "${folder%/}"/*) usage "$archive would lie in the folder that it packs" ;; esac
partial=$archive.partial
url=${PROGRESSD_URL:-http://127.0.0.1:8080}/v1/progress
root=backup-$(date +%Y%m%d-%H%M%S)-$$
work=$(mktemp -d) || exit 1
directive=run retries=3

# The text as a JSON string: UTF-8 only, and a question mark for each control character.
quote() {
    printf '"%s"' "$(printf %s "$1" | iconv -c -f UTF-8 -t UTF-8 | tr '\000-\037\177' '[?*]' | sed 's/["\\]/\\&/g')"
}

# send METHOD PATH JSON [CURL OPTION...]: the reply's body goes to $work/body, what the service wants to $directive.
# A service that does not know us (any more) has no orders for us.
send() {
    method=$1 path=$2 json=$3
    shift 3
    curl -sS --fail-with-body --retry $retries --retry-connrefused --max-time 90 -X "$method" "$url$path" \
        -H 'Content-Type: application/json' -d "$json" "$@" -D "$work/head" >"$work/body" 2>"$work/error"
    case $? in
    0) directive=$(sed -n 's/^[Pp]rogress-[Dd]irective: *\([a-z]*\).*/\1/p' "$work/head" | tail -n 1) ;;
    22) directive=run && return 1 ;;
    *) retries=0 && return 1 ;;
    esac
}

# The text of member $1 of the reply.
text() { sed -n 's/.*"'"$1"'": *"\(\([^"\\]*\\.\)*[^"\\]*\)".*/\1/p' "$work/body" | sed 's/\\\(["\\/]\)/\1/g'; }

# report STEP COMPLETED TOTAL: counts are absolute, so sending them twice does no harm. Where nobody listens, the work
# goes on all the same.
report() {
    if send PATCH "/$root.$1" "{\"completedUnitCount\": $2, \"totalUnitCount\": $3}"; then
        printf '%-9s %s  %s\n' "$1" "$(text localizedDescription)" "$(text localizedAdditionalDescription)"
    else
        say "$1: not reported: $(tail -qn 1 "$work/error" "$work/body")" >&2
    fi
    obey "$1"
}

obey() {
    [ "$directive" != pause ] || say "$1 paused"
    while [ "$directive" = pause ]; do # each heartbeat waits up to 30 seconds for a change of mind
        send POST "/$root.$1/heartbeat" '' -H 'Prefer: wait=30' -H 'Progress-Directive: pause' || sleep 2
        [ "$directive" = pause ] || say "$1 goes on: $directive"
    done
    [ "$directive" != cancel ] || { say "$1 cancelled"; end 130; }
}

# end STATUS: leaves a whole archive or none.
end() {
    trap - INT TERM
    exec 3<&-
    [ "$1" -eq 0 ] || rm -f -- "$partial"
    rm -rf -- "$work"
    exit "$1"
}

fail() {
    say "$0: $1" >&2
    send POST "/$root/fail" "{\"message\": $(quote "$1")}"
    end 1
}

pack() { cd -- "$parent" && tar "$@" --no-unquote -- "./$name"; }

trap 'send POST "/$root/cancel" "{\"reason\": \"interrupted\"}"; end 130' INT TERM

unknown='"totalUnitCount": -1, "isPausable": true'
send POST '' "{\"name\": \"$root\", \"totalUnitCount\": 10, \"isPausable\": true,
    \"labels\": {\"job\": \"backup\"}, \"userInfo\": {\"folder\": $(quote "$folder")},
    \"children\": [
        {\"pendingUnitCount\": 1, \"name\": \"$root.scan\", $unknown, \"localizedDescription\": \"Scanning…\"},
        {\"pendingUnitCount\": 7, \"name\": \"$root.compress\", $unknown,
            \"kind\": \"file\", \"fileOperationKind\": \"copying\"},
        {\"pendingUnitCount\": 2, \"name\": \"$root.verify\", $unknown,
            \"kind\": \"file\", \"localizedDescription\": \"Verifying…\"}]}" ||
    { say "$0: $url: $(tail -qn 1 "$work/error" "$work/body")" >&2; end 1; }
say "watch:   curl -N '$url/$root/events?descendants=true'"
say "control: curl -X POST $url/$root/pause   (or resume, cancel)"
mkfifo "$work/entries" "$work/stream" "$work/copy" || fail "no named pipes in $work"

# 1. Scan: everything has to be readable.
# shellcheck disable=SC2016 # the inner shell expands it
find "$folder" -exec sh -c 'for path do
        if [ -d "$path" ] && [ -x "$path" ]; then echo folder
        elif [ -r "$path" ] || [ -h "$path" ]; then echo file
        else echo unreadable; fi
    done' sh {} + >"$work/entries" &
exec 3<"$work/entries"
count=0
while read -r kind <&3; do
    [ "$kind" != unreadable ] || fail "there are files in $folder that cannot be read"
    [ "$kind" = folder ] || count=$((count + 1))
    [ $((count % 500)) -ne 0 ] || [ "$kind" = folder ] || report scan $count -1
done
report scan $((count > 0 ? count : 1)) $count # 1 of 0 is finished, 0 of 0 would not be
total=$(LC_ALL=C pack --totals -cf /dev/null 2>&1 | sed -n 's/^Total.*: \([0-9]*\) .*/\1/p')

# 2. Compress: the tar stream in pieces, each a gzip member of its own; together they are one .tar.gz.
true >"$partial" || fail "$partial cannot be written" # `:` would end the shell there and then
send PATCH "/$root.compress" "{\"fileTotalCount\": $count}"
piece=$((${total:=0} / 40 + 65536)) completed=0
pack -cf - >"$work/stream" &
exec 3<"$work/stream"
while head -c $piece <&3 >"$work/piece" && [ -s "$work/piece" ]; do
    gzip -c <"$work/piece" >>"$partial" || fail "$partial cannot be written"
    cksum <"$work/piece" >>"$work/sums"
    completed=$((completed + $(wc -c <"$work/piece")))
    report compress $completed $((total > completed ? total : completed + 1)) # finished when tar says so
done
wait $!
[ $? -le 1 ] || fail "tar could not read all of $folder" # 1: something changed meanwhile
report compress $completed $completed

# 3. Verify: what is read back from the archive is what went in.
gzip -dc <"$partial" >"$work/copy" &
exec 3<"$work/copy"
verified=0
while read -r sum && head -c $piece <&3 >"$work/piece"; do
    [ "$(cksum <"$work/piece")" = "$sum" ] || fail "$partial is damaged after $verified bytes"
    verified=$((verified + $(wc -c <"$work/piece")))
    report verify $verified $completed
done <"$work/sums"
mv -f -- "$partial" "$archive" || fail "$archive cannot be written"
curl -sS "$url/$root" >"$work/body" && say "backup    $(text localizedDescription)"
say "$archive"
end 0
