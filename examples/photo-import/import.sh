#!/bin/sh
# Imports an album: each photo is a download worth 9 and a filter worth 1, and all photos are on their way at once.
#
#     examples/photo-import/import.sh                      imports a few files that it makes, slowly
#     examples/photo-import/import.sh FOLDER PHOTO...      PHOTO: a URL that curl can read, file: included
#     FILTER='convert - -sepia-tone 80% -' examples/photo-import/import.sh ...     reads a photo, writes one; else cat
#
# The album counts photos, a photo counts tenths, a download counts bytes: each progress has its own units, and its
# pendingUnitCount says what it is worth to the one above. Cancel or pause the album, one photo or one download on
# the dashboard: the order goes down the tree, and each download meets it in the reply to its next report.
set -u
# shellcheck source=examples/progress.sh
. "$(dirname -- "$0")/../progress.sh"

if [ $# -eq 0 ]; then
    progress_scratch
    progress_sample "$progress_scratch/camera" 6 300000 jpg
    set -- "$progress_scratch/album"
    for number in 1 2 3 4 5 6; do set -- "$@" "file://$progress_scratch/camera/$number.jpg"; done
    PIECE=${PIECE:-8192}
fi
[ $# -ge 2 ] || { progress_say "usage: $0 [FOLDER PHOTO...]" >&2; exit 64; }
{ mkdir -p -- "$1" && cd -- "$1"; } || exit 64
album=album-$(progress_plain "${1##*/}") piece=${PIECE:-65536}
shift

# tree PHOTO...: the whole of it in one request, so that the album never looks smaller than it is.
tree() {
    number=0
    for photo; do
        number=$((number + 1))
        printf '%s{"name": "%s", "pendingUnitCount": 1, "totalUnitCount": 10, "isPausable": true, "children": [
            {"name": "%s.download", "pendingUnitCount": 9, "totalUnitCount": -1, "isPausable": true,
                "kind": "file", "fileOperationKind": "downloading", "fileURL": %s},
            {"name": "%s.filter", "pendingUnitCount": 1, "totalUnitCount": 1, "localizedDescription": "Filtering…"}]}' \
            "${comma-}" "$album.$number" "$album.$number" "$(progress_quote "$photo")" "$album.$number"
        comma=,
    done
}

# One photo, in its own process. It leaves a whole photo or none.
import() {
    photo=$album.$1 source=$2 file=${2##*/} written=0
    trap 'rm -f -- "$file.partial" "$file.new"' EXIT
    trap 'exit 130' TERM
    total=$(curl -sSfLI "$source" | tr -d '\r' | sed -n 's/^[Cc]ontent-[Ll]ength: //p' | tail -n 1)
    [ "${total:-0}" -gt 0 ] || broken "$photo" "$source is not there"
    true >"$file.partial" || broken "$photo" "$file cannot be written"
    while [ "$written" -lt "$total" ]; do # a paused download asks for no more pieces; it holds no connection
        curl -sSfL -r "$written-$((written + piece - 1))" "$source" >>"$file.partial" ||
            broken "$photo" "$source broke off"
        size=$(wc -c <"$file.partial")
        [ "$size" -gt "$written" ] || broken "$photo" "$source is shorter than it was"
        written=$size
        progress_report "$photo.download" "$written" "$total"
        progress_obey "$photo.download" || exit 130
        progress_breathe
    done
    progress_start "$photo.filter"
    ${FILTER:-cat} <"$file.partial" >"$file.new" || broken "$photo" "the filter cannot read $source"
    mv -f -- "$file.new" "$file" || broken "$photo" "$file cannot be written"
    progress_report "$photo.filter" 1 1
}

# broken ID MESSAGE: this photo has failed, and what is left of it is cancelled; the others continue.
broken() {
    progress_failed "$1" "$2"
    progress_say "$1: $2" >&2
    exit 1
}

progress_begin "$album" $# "\"labels\": {\"story\": \"photo-import\"}, \"children\": [$(tree "$@")]"

number=0 imports=''
# The downloads learn of Ctrl-C as of every order: in the reply to their next report.
trap 'progress_interrupted "$album" || kill $imports 2>/dev/null' INT TERM
for source; do
    number=$((number + 1))
    import $number "$source" &
    imports="$imports $!"
done
# shellcheck disable=SC2086 # a list of numbers
progress_await $imports
case $progress_worst in
0) progress_say "$album finished" ;;
130) progress_say "$album cancelled" ;;
*) broken "$album" "not all photos came" ;;
esac
exit "$progress_worst"
