#!/bin/sh
# Downloads a file over HTTP and reports the bytes written and expected.
#
#     examples/download/download.sh                      fetches a file that progressd serves, slowly
#     examples/download/download.sh URL [FILE]           FILE: by default the URL's last part, where you are
#
# Curl writes into a pipe, and this script takes a piece at a time out of it. While it is paused it takes none: the pipe
# fills up, curl waits, TCP tells the other side to wait. Nothing is lost, and nothing has to be asked for again.
set -u
# shellcheck source=examples/progress.sh
. "$(dirname -- "$0")/../progress.sh"

if [ $# -eq 0 ]; then
    progress_scratch
    PIECE=${PIECE:-8192}
    set -- "${progress_api%/v1}/openapi.yaml" "$progress_scratch/openapi.yaml"
fi
[ $# -eq 1 ] || [ $# -eq 2 ] || { progress_say "usage: $0 [URL [FILE]]" >&2; exit 64; }
source=$1 file=${2:-${1##*/}}
partial=$file.partial piece=${PIECE:-65536}
download=download-$(progress_plain "${file##*/}")
work=$(mktemp -d) || exit 1
transfer=''

# end STATUS TEXT: leaves the whole file or none.
end() {
    [ -z "$transfer" ] || kill "$transfer" 2>/dev/null
    [ "$1" -eq 0 ] || rm -f -- "$partial"
    rm -rf -- "$work"
    progress_say "$2"
    exit "$1"
}

broken() {
    [ "$progress_directive" != cancel ] || end 130 "$download cancelled"
    progress_failed "$download" "$1" "curl-$2"
    end 1 "$download failed: $1" >&2
}

trap 'progress_interrupted "$download"' INT TERM

# With the kind "file" the units are bytes, and the service writes "66 KB of 141 KB" by itself.
progress_begin "$download" -1 "\"kind\": \"file\", \"fileOperationKind\": \"downloading\", \"fileURL\": $(progress_quote "$source"),
    \"leaseSeconds\": 60, \"labels\": {\"story\": \"download\"}"

true >"$partial" || broken "$partial cannot be written" 23
mkfifo "$work/body" && : >"$work/head"
curl -sSfLD "$work/head" "$source" >"$work/body" 2>"$work/error" &
transfer=$!
exec 3<"$work/body"

written=0 total=-1
while head -c "$piece" <&3 >>"$partial"; do
    size=$(wc -c <"$partial")
    [ "$size" -gt "$written" ] || break # the end, or nothing at all
    written=$size
    # Without a length, the total is unknown until the end. A length from before a redirection does not count.
    total=$(tr -d '\r' <"$work/head" | sed -n 's/^HTTP.*/-1/p; s/^[Cc]ontent-[Ll]ength: //p' | tail -n 1)
    [ "$written" -ne "$total" ] || break # reported below, when curl agrees that this is all
    progress_report "$download" "$written" "$total"
    progress_obey "$download" || end 130 "$download cancelled"
    progress_breathe
done
exec 3<&- # what did not fit on the disk, curl now fails to write, too
wait "$transfer"
status=$? transfer=''
[ $status -eq 0 ] || broken "$(tail -n 1 "$work/error")" $status

mv -f -- "$partial" "$file" || broken "$file cannot be written" 23
progress_finish "$download" "$written" # it is all here, whatever they say now, and be it nothing
end 0 "$file"
