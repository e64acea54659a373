#!/bin/sh
# Publishes files with the help of services that know nothing of it, all at the same time, and still adds up.
#
#     examples/async-tasks/publish.sh                       packs a few files that it makes, slowly
#     examples/async-tasks/publish.sh FOLDER FILE...        puts each FILE into FOLDER, packed
#
# It sets one unit aside for each call (a reservation: NSProgress's becomeCurrent) and hands the token on in the header
# Progress-Reservation. publish.sh calls store.sh, which calls pack.sh: the first progress that is created with the
# token becomes the child that is worth the unit, however deep in the calls that is.
#
# The services are CGI programs: they find the header in $HTTP_PROGRESS_RESERVATION. Here they are run as a web server
# would run them; over the network the call is: curl -H "Progress-Reservation: $token" http://store.example/…
set -u
services=$(cd -- "$(dirname -- "$0")" && pwd)
# shellcheck source=examples/progress.sh
. "$services/../progress.sh"

if [ $# -eq 0 ]; then
    progress_scratch
    progress_sample "$progress_scratch/files" 4 300000 txt
    PIECE=${PIECE:-16384}
    export PIECE PACE
    set -- "$progress_scratch/packed" "$progress_scratch/files"/*
fi
[ $# -ge 2 ] || { progress_say "usage: $0 [FOLDER FILE...]" >&2; exit 64; }
mkdir -p -- "$1" || exit 64
folder=$1 publish=publish-$(progress_plain "${1##*/}")
shift

# One call. Once it has returned, the token will not be claimed, so the reservation ends (resignCurrent): an unclaimed
# unit counts as completed then, because the work is done, whether it was seen or not.
publish() {
    # Not sent again: each request would set a unit aside. A reservation with a lost token ends by itself within a day.
    progress_tries=1 progress_reply=''
    progress_send POST "/progress/$publish/reservations" '{"pendingUnitCount": 1, "expiresIn": 86400}'
    token=$(progress_member token)
    HTTP_PROGRESS_RESERVATION=$token "$services/store.sh" "$1" "$folder"
    status=$?
    [ $status -ne 0 ] || [ -z "$token" ] || progress_send DELETE "/reservations/$token"
    exit $status
}

progress_begin "$publish" $# '"labels": {"story": "async-tasks"}'

trap 'progress_interrupted "$publish"' INT TERM
calls=''
for file; do
    publish "$file" &
    calls="$calls $!"
done
# shellcheck disable=SC2086 # a list of numbers
progress_await $calls
case $progress_worst in
0) progress_say "$publish finished" ;;
130) progress_say "$publish cancelled" ;;
*)
    progress_failed "$publish" 'not all files are packed'
    progress_say "$publish failed" >&2
    ;;
esac
exit "$progress_worst"
