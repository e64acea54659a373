#!/bin/sh
# A service, two calls deep: packs FILE into TARGET, and reports. It does not know for whom it works, nor how much
# of that it is: all it has is the header Progress-Reservation. Without one its progress is a root, and all is well.
#
#     examples/async-tasks/pack.sh FILE TARGET
set -u
# shellcheck source=examples/progress.sh
. "$(dirname -- "$0")/../progress.sh"

file=$1 target=$2 piece=${PIECE:-65536}
pack=pack-$(progress_plain "${file##*/}")-$$
trap 'rm -f -- "$target.partial"' EXIT

# complete_units COUNT: adds units. An addition that curl repeats because the answer was lost would count twice, so each
# of ours has a number: the service adds number 17 of a writer once, and the second time only answers.
sequence=0
complete_units() {
    sequence=$((sequence + 1))
    progress_send POST "/progress/$pack/completed-units" "{\"count\": $1, \"writer\": \"pack\", \"sequence\": $sequence}" &&
        progress_tell "$pack"
}

size=$(wc -c <"$file") || exit 1
pieces=$((size > piece ? (size + piece - 1) / piece : 1))
# PUT under our own name is safe to repeat, too. The first create with the token takes all units that it stands for.
progress_send PUT "/progress/$pack" "{\"totalUnitCount\": $pieces, \"isPausable\": true, \"started\": true, \"leaseSeconds\": 60,
    \"localizedDescription\": $(progress_quote "Packing ${file##*/}…")}" -H "Progress-Reservation: ${HTTP_PROGRESS_RESERVATION-}"
progress_obey "$pack" || exit 130

true >"$target.partial" || exit 1
exec 3<"$file"
while [ $sequence -lt $pieces ]; do # each piece is a gzip member of its own; together they are one file
    head -c "$piece" <&3 | gzip -c >>"$target.partial" || exit 1
    complete_units 1
    progress_obey "$pack" || exit 130
    progress_breathe
done
mv -f -- "$target.partial" "$target"
