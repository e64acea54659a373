# shellcheck shell=sh
# What a worker needs to report to progressd and to obey it, as shell functions: the stories in these folders source it.
#
# A worker never asks for orders. Every reply to a write on a progress carries Progress-Directive: run, pause or cancel,
# whoever gave the order, and on whichever progress above.

api=${PROGRESSD_URL:-http://127.0.0.1:8080}/v1
directive=run reply='' retries=3

# send METHOD PATH [JSON [CURL OPTION...]]: $reply is the body of the answer, $directive the newest order. Fails when
# there is no answer, or when it is a problem: the work goes on all the same, it is only not seen.
# Curl sends again what was not answered, so send only what is harmless twice: PUT, absolute counts, numbered additions.
send() {
    method=$1 path=$2 json=${3-}
    if [ $# -gt 3 ]; then shift 3; else shift $#; fi
    answer=$(curl -sS -X "$method" "$api$path" -H 'Content-Type: application/json' -d "$json" \
        --retry $retries --retry-all-errors --max-time 60 -w '\n%{http_code} %header{progress-directive}' "$@") ||
        { retries=0 && return 1; } # nobody there: no more than one try from now on
    retries=3 reply=${answer%
*} answer=${answer##*
}
    case $answer in
    404*) directive=run && return 1 ;; # who does not know us has no orders for us
    [45]*) return 1 ;;
    *' '?*) directive=${answer#* } ;;
    esac
}

# obey ID: returns at once to go on, after the pause when there is one; fails when the work shall stop.
obey() {
    [ "$directive" != pause ] || say "$1 paused"
    while [ "$directive" = pause ]; do # a heartbeat is answered when the order changes, or after 30 seconds
        send POST "/progress/$1/heartbeat" '' -H 'Prefer: wait=30' -H 'Progress-Directive: pause' || sleep 1
        [ "$directive" = pause ] || say "$1 goes on: $directive"
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
report() {
    send PATCH "/progress/$1" "{\"completedUnitCount\": $2, \"totalUnitCount\": $3${4:+, $4}}" && tell "$1"
}

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

say() { printf '%s\n' "$*"; }
