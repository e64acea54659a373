#!/bin/sh
# A service, one call deep: stores FILE in FOLDER, packed. It knows nothing of progress; it only hands on the header
# that it was called with, as services do with their trace ids (and, like those, the token may travel in `baggage`).
#
#     examples/async-tasks/store.sh FILE FOLDER
set -u

target=$2/${1##*/}.gz
[ ! "$target" -nt "$1" ] || exit 0 # it is there; no call needed
HTTP_PROGRESS_RESERVATION=${HTTP_PROGRESS_RESERVATION-} exec "$(dirname -- "$0")/pack.sh" "$1" "$target"
