#!/bin/sh
# examples/async-tasks against a live service: calls that are paused and resumed half-way, calls with nothing to do, and
# calls that are cancelled.
#
#     Tests/examples/async_tasks_test.sh PROGRESSD        the program to test with
# shellcheck source=Tests/examples/live.sh
. "$(dirname -- "$0")/live.sh"

PIECE=1000 # four pieces a file
export PIECE
mkdir "$work/files" "$work/packed" "$work/part"
for file in 1 2 3; do head -c 4000 /dev/urandom >"$work/files/$file"; done

# As if each first answer were lost on the way: calls that are safe to repeat are sent twice.
cat >"$work/bin/curl" <<'CURL'
#!/bin/sh
PATH=${PATH#*:}
case " $* " in *' -X PUT '* | */completed-units*) curl "$@" >/dev/null ;; esac
exec curl "$@"
CURL
chmod +x "$work/bin/curl"

# publish FOLDER: each call packs two pieces of four, and waits for its third.
publish() {
    gate gzip 2
    begin "$1" "$examples/async-tasks/publish.sh" "$work/$1" "$work/files/1" "$work/files/2" "$work/files/3"
    eventually 30 says "$1" '^pack-.* 2 of 4' 3
    expect "$root" localizedDescription '50% completed'
    expect "$root" childCount 3
}

publish packed
control "$root" pause
open
eventually 30 says packed '^pack-.* paused$' 3
expect "$root" localizedDescription '75% completed'
quiet "$root"
control "$root" resume
ended 0
expect "$root" state finished
expect "$root" completedUnitCount 3
expect "$root?summary=true" finished 4
[ "$(curl -fsS "$api/progress" | grep -o '"parentID":null' | wc -l)" -eq 1 ] || fail "there is more than one root"
for file in 1 2 3; do
    gzip -dc "$work/packed/$file.gz" | cmp - "$work/files/$file" || fail "the packed file $file is not the file"
done
nothing_left "$work/packed"

# With nothing to do no call comes two levels deep: units that were set aside still count.
begin again "$examples/async-tasks/publish.sh" "$work/packed" "$work/files/1" "$work/files/2" "$work/files/3"
ended 0
expect "$root" state finished
expect "$root" completedUnitCount 3
expect "$root" childCount 0

publish part
control "$root" cancel
open
ended 130
expect "$root?summary=true" cancelled 4
expect "$root" localizedDescription '75% completed'
rmdir "$work/part" || fail "cancelled calls have left something"

begin own env PACE=0 PIECE=100000 "$examples/async-tasks/publish.sh"
ended 0
expect "$root" state finished
expect "$root" completedUnitCount 4

passed "calls that were paused and resumed, calls with nothing to do, calls that were cancelled"
