#!/bin/sh
# examples/backup.sh against a live service: one run to its end, one that is paused, resumed and cancelled.
#
#     Tests/examples/backup_test.sh PROGRESSD        the program to test with
set -eu

program=$1
here=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
mkdir "$work/tmp"
server='' backup=''

finish() {
    status=$?
    [ -z "$backup" ] || kill "$backup" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ $status -eq 0 ] || for log in "$work"/*.log; do echo "--- ${log##*/}"; tail -n 40 "$log"; done >&2
    rm -rf -- "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

fail() { echo "backup_test: $*" >&2; exit 1; }

# eventually SECONDS COMMAND...: until it succeeds, at most so long.
eventually() {
    tries=$(($1 * 20))
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || fail "in vain: $*"
        sleep 0.05
    done
}

says() { grep -q -- "$2" "$work/$1.log"; }
# The member $1 (a bare value or a text) of the newest root.
newest() { curl -fsS "$PROGRESSD_URL/v1/progress?limit=1" | sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'; }
is() { [ "$(newest "$1")" = "$2" ]; }

"$program" --port 0 >"$work/server.log" 2>&1 &
server=$!
eventually 10 says server 'progressd listening on http'
PROGRESSD_URL=$(sed -n 's/^progressd listening on //p' "$work/server.log")
TMPDIR=$work/tmp
export PROGRESSD_URL TMPDIR

folder="$work/Ünï \"quoted\" it's \\back"
mkdir -p "$folder/sub folder"
head -c 2000000 /dev/urandom >"$folder/sub folder/large"
echo small >"$folder/-small \$file"
ln -s nowhere "$folder/link"

# A whole run.
"$here/examples/backup.sh" "$folder" "$work/whole.tar.gz" >"$work/whole.log" 2>&1 || fail "status $? of a whole run"
is state finished || fail "the root is $(newest state)"
says whole '^scan .*3 of 3$' || fail "not all files were scanned"
says whole '^compress  Copying 3 files…  [0-9.]* [KM]B of 2 MB' || fail "no readable progress"
says whole '^backup    100% completed$' || fail "the whole is not complete"
mkdir "$work/unpacked"
tar -xzf "$work/whole.tar.gz" -C "$work/unpacked"
diff -r --no-dereference "$folder" "$work/unpacked/${folder##*/}" || fail "the archive is not the folder"

# A run that obeys. Compression is slowed down, so that there is time to steer it.
mkdir "$work/slow"
cat >"$work/slow/gzip" <<'GZIP'
#!/bin/sh
sleep 0.1
PATH=${PATH#*:} exec gzip "$@"
GZIP
chmod +x "$work/slow/gzip"
PATH=$work/slow:$PATH "$here/examples/backup.sh" "$folder" "$work/part.tar.gz" >"$work/part.log" 2>&1 &
backup=$!
eventually 10 says part '^compress '
root=$(newest name)
control() { curl -fsS -o "$work/control.log" -X POST "$PROGRESSD_URL/v1/progress/$root/$1"; }
control pause
eventually 5 says part '^compress paused$'
before=$(newest fractionCompleted)
sleep 0.5
is state paused || fail "the root is $(newest state)"
is fractionCompleted "$before" || fail "it works on while it is paused"
control resume
eventually 5 says part '^compress goes on'
control cancel
status=0
wait "$backup" || status=$?
backup=''
[ $status -eq 130 ] || fail "status $status of a cancelled run"
says part '^compress cancelled$' || fail "it does not say that it was cancelled"
is state cancelled || fail "the root is $(newest state)"
left=$(find "$work" -name 'part.tar.gz*' -o -path "$work/tmp/*")
[ -z "$left" ] || fail "it left behind: $left"

kill "$server"
wait "$server" || fail "status $? of the service"
server=''
echo "backup_test: a whole run, and one that was paused, resumed and cancelled"
