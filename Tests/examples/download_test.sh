#!/bin/sh
# examples/download against a live service, which serves the file as well: a download that is paused and resumed, one
# that is cancelled, one of unknown length, and one that is not there.
#
#     Tests/examples/download_test.sh PROGRESSD        the program to test with
# shellcheck source=Tests/examples/live.sh
. "$(dirname -- "$0")/live.sh"

PIECE=20000
export PIECE
file=$PROGRESSD_URL/openapi.yaml
curl -fsS -o "$work/expected" "$file"
size=$(wc -c <"$work/expected")

# download NAME: three pieces are written; the next one waits.
download() {
    gate head 3
    begin "$1" "$examples/download/download.sh" "$file" "$work/$1"
    eventually 30 is "$root" completedUnitCount 60000
    expect "$root" totalUnitCount "$size"
    # On a slow machine a rate and a time follow.
    case $(of "$root" localizedAdditionalDescription) in
    "60 KB of $(((size + 500) / 1000)) KB"*) ;;
    *) fail "the download does not say how far it is" ;;
    esac
}

download whole
control "$root" pause
open
eventually 30 says whole ' paused$'
expect "$root" completedUnitCount 80000
quiet "$root"
[ "$(wc -c <"$work/whole.partial")" -eq 80000 ] || fail "it has written more than it has reported"
control "$root" resume
ended 0
expect "$root" state finished
expect "$root" completedUnitCount "$size"
cmp "$work/expected" "$work/whole" || fail "the file is not the file"
nothing_left "$work"

download part
control "$root" cancel
open
ended 130
expect "$root" state cancelled
expect "$root" completedUnitCount 80000
[ ! -e "$work/part" ] || fail "a cancelled download has left a file"

# The events of an ended progress are a body that ends, but whose length is not announced: indeterminate until then.
gate head 3
PIECE=100
begin unknown "$examples/download/download.sh" "$api/progress/$root/events" "$work/unknown"
eventually 30 is "$root" completedUnitCount 300
expect "$root" state indeterminate
expect "$root" localizedAdditionalDescription '300 bytes'
open
ended 0
expect "$root" state finished
expect "$root" totalUnitCount "$(wc -c <"$work/unknown")"
grep -q '^event: end' "$work/unknown" || fail "the stream is not whole"

begin none "$examples/download/download.sh" "$PROGRESSD_URL/none" "$work/none"
ended 1
expect "$root" state failed
expect "$root" code curl-22
nothing_left "$work"

begin own env PACE=0 PIECE=50000 "$examples/download/download.sh"
ended 0
expect "$root" state finished
cmp "$work/expected" "$(tail -n 1 "$work/own.log")" || fail "the file that it chose is not the file"

# A run that was killed makes room for the next of its name; it leaves what it had not cleaned up.
PIECE=20000
download killed
id=$(of "$root" id)
kill -9 "$story"
wait "$story" || story=''
open
begin killed "$examples/download/download.sh" "$file" "$work/killed"
ended 0
expect "$root" state finished
expect "$id" state failed
expect "$id" code replaced

passed "a download that was paused and resumed, one cancelled, one killed, one of unknown length, one that is not there"
