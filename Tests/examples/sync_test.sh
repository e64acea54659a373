#!/bin/sh
# examples/sync against a live service: a sync that is paused and resumed, and one that is cancelled half-way.
#
#     Tests/examples/sync_test.sh PROGRESSD        the program to test with
# shellcheck source=Tests/examples/live.sh
. "$(dirname -- "$0")/live.sh"

mkdir "$work/account" "$work/notes" "$work/phone"
number=0
while [ $number -lt 500 ]; do
    number=$((number + 1))
    echo "$number" >"$work/account/note \"$number\""
done
for number in 1 2 3; do echo "mine $number" >"$work/notes/own $number"; done
echo old >"$work/notes/both"
echo new >"$work/account/both"
touch -d '1 hour ago' "$work/notes/both"

# sync FOLDER: ten notes get through; the next ten wait.
sync() {
    gate cp 1
    begin "$1" "$examples/sync/sync.sh" "$work/$1" "$work/account"
    eventually 30 is "$root?summary=true" localizedDescription 'Downloading 10 of 500 notes'
}

# The step and the whole know of the half batch, and its text is read at the top.
touch "$work/phone/both"
sync notes
expect "$root.download" totalUnitCount 500
expect "$root.download" localizedDescription 'Downloading…'
expect "$root.upload" totalUnitCount 3
expect "$root" localizedDescription '11% completed' # 5 for signing in, 5 for the list, and 60 * 10/500
control "$root" pause
open
eventually 30 says notes '\.download paused$'
expect "$root.download" completedUnitCount 20
expect "$root.download" childCount 0
quiet "$root"
control "$root" resume
ended 0
expect "$root" state finished
expect "$root" completedUnitCount 100
expect "$root.download" completedUnitCount 500
expect "$root.download" childCount 0
expect "$root.upload" completedUnitCount 3
expect "$root?summary=true" finished 7 # the whole and its steps; the batches are gone
grep -q new "$work/notes/both" || fail "the older note has won"
diff -r "$work/notes" "$work/account" || fail "the notes are not the same"
nothing_left "$work/notes"

# A cancel ends it with the batch; what has come is whole.
rm "$work/phone/both" "$work/account/own 1" "$work/account/own 2" "$work/account/own 3" "$work/account/both"
sync phone
control "$root" cancel
open
ended 130
expect "$root" state cancelled
expect "$root.sign-in" state finished
expect "$root.download" completedUnitCount 20
expect "$root.verify" state cancelled
[ "$(find "$work/phone" -type f | wc -l)" -eq 20 ] || fail "not the twenty notes of the batch"
nothing_left "$work/phone"

begin own env PACE=0 "$examples/sync/sync.sh"
ended 0
expect "$root" state finished
expect "$root.download" completedUnitCount 300

passed "a sync that was paused and resumed, and one that was cancelled"
