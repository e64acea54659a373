#!/bin/sh
# examples/backup.sh against a live service: one run that is paused and resumed, one that is cancelled, one that cannot
# be written, one with its own files, and one without a service.
#
#     Tests/examples/backup_test.sh PROGRESSD        the program to test with
# shellcheck source=Tests/examples/live.sh
. "$(dirname -- "$0")/live.sh"

folder="$work/Ünï \"quoted\" it's \\back"
mkdir -p "$folder/sub folder"
head -c 2000000 /dev/urandom >"$folder/sub folder/large"
echo small >"$folder/-small \$file"
ln -s nowhere "$folder/link"

# backup NAME: two pieces are compressed; the next one waits.
backup() {
    gate gzip 2 '-c'
    begin "$1" "$examples/backup.sh" "$folder" "$work/$1.tar.gz"
    eventually 30 says "$1" '\.compress  Copying' 2
}

backup whole
control "$root" pause
open
eventually 30 says whole '\.compress paused$'
expect "$root" state paused
quiet "$root"
control "$root" resume
ended 0
expect "$root" state finished
says whole '\.scan .*3 of 3$' || fail "not all files were scanned"
says whole '\.compress  Copying 3 files…  [0-9.]* [KM]B of 2 MB' || fail "no readable progress"
says whole '\.compress continues: run$' || fail "it does not say that it was resumed"
says whole "^$root  .*10 of 10$" || fail "the whole is not complete"
mkdir "$work/unpacked"
tar -xzf "$work/whole.tar.gz" -C "$work/unpacked"
diff -r --no-dereference "$folder" "$work/unpacked/${folder##*/}" || fail "the archive is not the folder"

backup part
control "$root" cancel
open
ended 130
says part "^$root cancelled$" || fail "it does not say that it was cancelled"
expect "$root" state cancelled
[ ! -e "$work/part.tar.gz" ] || fail "a cancelled backup has left an archive"
nothing_left "$work"

mkdir "$work/stuck.tar.gz.partial"
begin stuck "$examples/backup.sh" "$folder" "$work/stuck.tar.gz"
ended 1
expect "$root" state failed
rmdir "$work/stuck.tar.gz.partial"
nothing_left "$work"

# Each run has the same name, and the ones before are remembered by their ids only.
[ "$(curl -fsS "$api/progress" | grep -o '"parentID":null' | wc -l)" -eq 3 ] || fail "there are not three runs"

begin own env PACE=0 "$examples/backup.sh"
ended 0
expect "$root" state finished
archive=$(tail -n 1 "$work/own.log")
[ "$(tar -tzf "$archive" | grep -c '[.]jpg$')" -eq 30 ] || fail "the files of its own are not in $archive"

# Without a service the folder is still packed.
PATH=$here/old:$PATH PROGRESSD_URL=http://127.0.0.1:9 "$examples/backup.sh" "$folder" "$work/unseen.tar.gz" \
    >"$work/unseen.log" 2>&1 || fail "status $? where nobody listens"
says unseen '^nobody sees this work at ' || fail "it does not say that nobody sees it"
tar -xzf "$work/unseen.tar.gz" -C "$work/tmp"
diff -r --no-dereference "$folder" "$work/tmp/${folder##*/}" || fail "the archive that nobody saw is not the folder"

passed "a backup that was paused and resumed, one cancelled, one that could not be written, one that nobody saw"
