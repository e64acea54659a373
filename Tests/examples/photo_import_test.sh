#!/bin/sh
# examples/photo-import against a live service: an album that is paused and resumed half-way, two that are stopped
# there, and one with a photo that does not exist.
#
#     Tests/examples/photo_import_test.sh PROGRESSD        the program to test with
# shellcheck source=Tests/examples/live.sh
. "$(dirname -- "$0")/live.sh"

PIECE=1000 # four pieces a photo
export PIECE
mkdir "$work/camera" "$work/whole" "$work/part" "$work/few"
for photo in 1 2 3; do head -c 4000 /dev/urandom >"$work/camera/$photo.jpg"; done
camera=file://$work/camera

# import FOLDER: each download gets two pieces of four, and waits for its third.
import() {
    gate curl 2 ' -r '
    begin "$1" "$examples/photo-import/import.sh" "$work/$1" "$camera/1.jpg" "$camera/2.jpg" "$camera/3.jpg"
    eventually 30 is "$root?summary=true" completedByteCount 6000
    expect "$root?summary=true" totalByteCount 12000
    expect "$root" localizedDescription '45% completed' # 9/10 of 2/4
}

# The pause reaches each download while it takes its third piece.
import whole
control "$root" pause
open
eventually 30 says whole '\.download paused$' 3
expect "$root" state paused
expect "$root?summary=true" completedByteCount 9000
quiet "$root"
control "$root" resume
ended 0
says whole '\.download continues: run$' 3 || fail "not all downloads were resumed"
expect "$root" state finished
expect "$root" completedUnitCount 3
expect "$root.2" completedUnitCount 10
expect "$root?summary=true" completedByteCount 12000
expect "$root?summary=true" finished 10 # of 10: an album, and three photos with a download and a filter each
diff -r "$work/camera" "$work/whole" || fail "the photos are not the photos"

# So does the cancel, and no photo is left half done.
import part
control "$root" cancel
open
ended 130
expect "$root?summary=true" cancelled 10
expect "$root?summary=true" completedByteCount 9000
rmdir "$work/part" || fail "there are photos of a cancelled album"
mkdir "$work/part"

# Ctrl-C (here: its sibling) is a cancel, too.
import part
kill -TERM "$story"
eventually 30 is "$root" state cancelled
open
ended 130
rmdir "$work/part" || fail "there are photos of an interrupted album"

# A missing file fails alone.
begin few "$examples/photo-import/import.sh" "$work/few" "$camera/1.jpg" "$camera/none.jpg"
ended 1
expect "$root" state failed
expect "$root" completedUnitCount 1
expect "$root.2" state failed
expect "$root.2.filter" state cancelled
cmp "$work/camera/1.jpg" "$work/few/1.jpg" || fail "the other photo did not come"
nothing_left "$work/few"

begin own env PACE=0 PIECE=100000 "$examples/photo-import/import.sh"
ended 0
expect "$root" state finished
expect "$root" completedUnitCount 6

passed "an album that was paused and resumed, two that were stopped, one with a photo missing"
