# shellcheck shell=sh
# shellcheck disable=SC2034 # some variables are for those who source it
# A live service and a scratch folder for the test of an example, as shell functions. To be sourced; $1 is the program.
set -eu

program=$1 test=${0##*/}
test=${test%.sh}
here=$(cd -- "$(dirname -- "$0")" && pwd)
examples=$here/../../examples
work=$(mktemp -d)
mkdir "$work/tmp" "$work/bin"
server='' story=''

finish() {
    status=$?
    [ -z "$story" ] || kill "$story" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ $status -eq 0 ] || for log in "$work"/*.log; do echo "--- ${log##*/}"; tail -n 40 "$log"; done >&2
    rm -rf -- "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

fail() { echo "$test: $*" >&2; exit 1; }

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

# says LOG PATTERN [COUNT]: that many lines match, or at least one.
says() {
    if [ $# -eq 2 ]; then grep -qs -- "$2" "$work/$1.log"; else [ "$(grep -cs -- "$2" "$work/$1.log")" -eq "$3" ]; fi
}

# begin LOG COMMAND...: starts it in the background, with an old curl and the gates in its way; sets $story to it, and
# $root to its progress.
begin() {
    log=$1
    shift
    rm -f "$work/$log.log" # what an earlier run said there would be taken for this one's
    PATH=$work/bin:$here/old:$PATH "$@" >"$work/$log.log" 2>&1 &
    story=$!
    eventually 30 says "$log" '^control: '
    root=$(newest name)
}

# ended STATUS: so, and not otherwise.
ended() {
    status=0
    wait "$story" || status=$?
    story=''
    [ $status -eq "$1" ] || fail "status $status instead of $1"
}

# gate COMMAND COUNT [TEXT]: each process may call COMMAND (with TEXT in its arguments) only COUNT times, until the
# gates are opened.
gate() {
    cat >"$work/bin/$1" <<GATE
#!/bin/sh
PATH=\${PATH#*:}
case " \$* " in *'${3-}'*) echo >>"$work/calls.\$PPID" ;; *) exec $1 "\$@" ;; esac
while [ -d "$work" ] && [ ! -e "$work/open" ] && [ "\$(wc -l <"$work/calls.\$PPID")" -gt $2 ]; do sleep 0.02; done
exec $1 "\$@"
GATE
    chmod +x "$work/bin/$1"
    rm -f "$work/open" "$work"/calls.*
}
open() { : >"$work/open"; }

# The dashboard's view: member $2 (a bare value or a text) of progress $1, where it occurs last, so that ?summary=true
# may follow the name; of the newest root; what it is to be.
member() { sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p'; }
of() { curl -fsS "$api/progress/$1" | member "$2"; }
newest() { curl -fsS "$api/progress?limit=1" | member "$1"; }
is() { [ "$(of "$1" "$2")" = "$3" ]; }
expect() { is "$@" || fail "$2 of $1 is $(of "$1" "$2") instead of $3"; }
control() { curl -fsS -o "$work/control.log" -X POST "$api/progress/$1/$2"; }

# quiet ID: for a second nothing changes in the tree.
quiet() {
    curl -fsS -D "$work/quiet.head" -o "$work/quiet.log" "$api/progress/$1?summary=true"
    tag=$(tr -d '\r' <"$work/quiet.head" | sed -n 's/^[Ee][Tt]ag: //p')
    answer=$(curl -sS -o "$work/quiet.log" -w '%{http_code}' -H "If-None-Match: $tag" -H 'Prefer: wait=1' \
        "$api/progress/$1?summary=true")
    [ "$answer" = 304 ] || fail "it works on while it is paused"
}

# nothing_left FOLDER: no scratch files, and in FOLDER nothing that is unfinished.
nothing_left() {
    left=$(find "$1" "$work/tmp" -mindepth 1 \( -name '*.partial' -o -path "$work/tmp/*" \))
    [ -z "$left" ] || fail "it left behind: $left"
}

# The last line of a test that went well.
passed() {
    kill "$server"
    wait "$server" || fail "status $? of the service"
    server=''
    echo "$test: $*"
}

"$program" --port 0 >"$work/server.log" 2>&1 &
server=$!
eventually 30 says server 'progressd listening on http'
PROGRESSD_URL=$(sed -n 's/^progressd listening on //p' "$work/server.log")
TMPDIR=$work/tmp
api=$PROGRESSD_URL/v1
export PROGRESSD_URL TMPDIR
