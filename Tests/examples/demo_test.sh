#!/bin/sh
# `progressd demo`: its five trees are there and move, one has a part that failed, and Ctrl-C ends it.
#
#     Tests/examples/demo_test.sh PROGRESSD        the program to test with
# shellcheck source=Tests/examples/live.sh
. "$(dirname -- "$0")/live.sh"

"$program" demo --port 0 --seed 7 >"$work/demo.log" 2>&1 &
story=$!
eventually 60 says demo '^progressd listening on http'
url=$(sed -n 's/^progressd listening on //p' "$work/demo.log")
api=$url/v1

for root in nightly-backup photo-import deploy reindex-search crawl; do
    expect "$root" parentID null
done
expect reindex-search state paused
expect crawl state indeterminate
eventually 60 is deploy.rollout.web-2 state failed
first=$(of crawl completedUnitCount)
moves() { [ "$(of crawl completedUnitCount)" -gt "$first" ]; }
eventually 30 moves

# Its workers obey.
control crawl pause
expect crawl state paused
held=$(of crawl completedUnitCount)
control crawl resume
eventually 30 is crawl state indeterminate
first=$held
eventually 30 moves

kill -INT "$story"
ended 0

passed "a demonstration whose trees move, fail, pause and obey"
