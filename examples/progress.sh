# shellcheck shell=sh
# What a worker needs to report to progressd and to obey it, as shell functions: the examples source it. It needs a
# POSIX shell and any curl since 7.52.
#
# A worker never asks for orders. Every reply to a write on a progress carries Progress-Directive: run, pause or cancel,
# whoever gave the order, and on whichever progress above. And it never waits for its spectators: without a service
# the work continues unseen.

api=${PROGRESSD_URL:-http://127.0.0.1:8080}/v1
# To be shown: without a user and a password, and without a query.
shown=$(printf '%s\n' "${api%/v1}" | sed -e 's|^\(.*://\)[^/?#]*[/?#].*@.*|\1…|' -e 's|//[^/?#]*@|//|' -e 's|^[^/?#]*@||' -e 's|[?#].*||')
directive=run reply='' code=0 tries=3 again=0

# send METHOD PATH [JSON [CURL OPTION...]]: $reply is the body of the answer, $directive the newest order. Fails when
# there is no answer, or when it is a problem.
# What was not answered is sent again, so send only what is harmless twice: PUT, absolute counts, numbered additions.
send() {
    method=$1 path=$2 json=${3-} left=$tries
    if [ $# -gt 3 ]; then shift 3; else shift $#; fi
    # Once nobody has answered, one try in half a minute is enough.
    [ $again -eq 0 ] || [ "$(date +%s)" -ge $again ] || return 1
    # Head, body and status in one go: the head may be that of more than one try. Other users can see a command line, so
    # the token is not in it.
    until answer=$(printf %s "${PROGRESSD_TOKEN:+header = \"Authorization: Bearer $PROGRESSD_TOKEN\"}" |
        curl -sS -K - -X "$method" "$api$path" -H 'Content-Type: application/json' -d "$json" -D - \
            -w '\n%{http_code}' --connect-timeout 5 --max-time 90 "$@"); do
        left=$((left - 1))
        [ $left -gt 0 ] || { code=0 again=$(($(date +%s) + 30)) tries=1 && return 1; }
        sleep 1
    done
    tries=3 again=0 reply=$(printf '%s\n' "$answer" | sed -n '/^{/p') code=${answer##*
}
    case $code in
    404) directive=run && return 1 ;; # who does not know us has no orders for us
    [45]*) return 1 ;;
    esac
    order=$(printf '%s\n' "$answer" | sed -n 's/^[Pp]rogress-[Dd]irective: *\([a-z]*\).*/\1/p' | tail -n 1)
    directive=${order:-$directive}
}

# begin NAME TOTAL [MEMBERS]: a run of that name, with the children that MEMBERS have, and where to watch it.
# Who we are makes the body ours: a repeat of it is recognized, and what a run left behind that was killed (409, the
# name is taken) is replaced. What has ended needs no replacing: it gives its name up.
begin() {
    body="{\"userInfo\": {\"host\": $(quote "$(uname -n)"), \"process\": $$},
        \"totalUnitCount\": $2, \"isPausable\": true, \"started\": true${3:+, $3}}"
    if send PUT "/progress/$1" "$body" || { [ "$code" = 409 ] && send PUT "/progress/$1?run=new" "$body"; }; then
        say "watch:   $shown/progress/$1"
        say "control: curl -X POST $shown/v1/progress/$1/pause   (or resume, cancel)"
    else
        say "nobody sees this work at $shown: $(member detail)" >&2
    fi
}

# start ID: a step begins whose first count comes later, so that it is known how long it took.
start() { send PATCH "/progress/$1" '{"started": true}'; }

# obey ID: returns 0 to continue, at once or after a pause; fails when the work must stop.
obey() {
    [ "$directive" != pause ] || say "$1 paused"
    while [ "$directive" = pause ]; do # a heartbeat is answered when the order changes, or after 30 seconds
        send POST "/progress/$1/heartbeat" '' -H 'Prefer: wait=30' -H 'Progress-Directive: pause' || sleep 1
        [ "$directive" = pause ] || say "$1 continues: $directive"
    done
    [ "$directive" != cancel ]
}

# interrupted ID: Ctrl-C is an order like one from the dashboard, and holds where nobody can be told.
interrupted() {
    send POST "/progress/$1/cancel" '{"reason": "interrupted"}'
    told=$? directive=cancel
    return $told
}

# report ID COMPLETED TOTAL [MEMBERS]: absolute counts, and what else there is to say. Then look whether to obey.
# The lease is a promise: after this long without a report the work counts as stalled.
report() {
    send PATCH "/progress/$1" "{\"completedUnitCount\": $2, \"totalUnitCount\": $3,
        \"leaseSeconds\": ${LEASE:-60}${4:+, $4}}" && tell "$1"
}

# finish ID COUNT: so much it was, and it is done. 1 of 0 is finished; 0 of 0 would be unknown.
finish() { report "$1" $(($2 > 0 ? $2 : 1)) "$2"; }

# failed ID MESSAGE [CODE]: it is over, and everything below it.
failed() { send POST "/progress/$1/fail" "{\"message\": $(quote "$2"), \"code\": \"${3:-failed}\"}"; }

# tell ID: what the reply says of it, in a reader's words.
tell() { say "$1  $(member localizedDescription)  $(member localizedAdditionalDescription)"; }

# await PROCESS...: until all have ended, also when a signal comes; $worst is the highest status.
await() {
    worst=0
    for process; do
        while wait "$process"; status=$?; kill -0 "$process" 2>/dev/null; do :; done
        [ "$status" -le "$worst" ] || worst=$status
    done
}

# The text of member $1 of the reply, and a text as JSON: UTF-8, with a question mark for each control character.
member() { printf %s "$reply" | sed -n 's/.*"'"$1"'":"\(\([^"\\]*\\.\)*[^"\\]*\)".*/\1/p' | sed 's/\\\(["\\/]\)/\1/g'; }
quote() {
    printf '"%s"' "$(printf %s "$1" | iconv -c -f UTF-8 -t UTF-8 | tr '\000-\037\177' '[?*]' | sed 's/["\\]/\\&/g')"
}

# plain TEXT: what may be a part of a name.
plain() { printf %s "$1" | LC_ALL=C tr -c 'A-Za-z0-9._-' '-' | cut -c 1-60; }

# sample FOLDER COUNT BYTES SUFFIX: makes a folder with files to try things with.
sample() {
    mkdir -p -- "$1" || exit 73
    number=0
    while [ $number -lt "$2" ]; do
        number=$((number + 1))
        head -c "$3" /dev/urandom >"$1/$number.$4" || exit 73
    done
}

# scratch: a folder for an example that was called without arguments; it stays. With PACE, work takes its time, so that
# there is something to see.
scratch() {
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/progressd-example.XXXXXX") || exit 73
    PACE=${PACE:-0.3}
    say "files:   $scratch"
}
breathe() { [ -z "${PACE-}" ] || sleep "$PACE"; }

say() { printf '%s\n' "$*"; }
