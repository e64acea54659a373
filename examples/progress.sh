# shellcheck shell=sh
# Shell functions with which a worker reports to progressd and obeys it: the examples source this file. It needs a
# POSIX shell and any curl since 7.52.
#
# A worker never asks for orders. Every reply to a write on a progress carries Progress-Directive: run, pause or cancel,
# whoever gave the order, and on whichever progress above. And it never waits for its spectators: without a service
# the work continues unseen.

# All names here begin with progress_, so that a script's own stay its own.

progress_api=$(printf '%s\n' "${PROGRESSD_URL:-}" | sed -e 's|^[[:space:]]*||' -e 's|[[:space:]]*$||' -e 's|/*$||')
case $progress_api in
'') progress_api=http://127.0.0.1:8080 ;;
*://*) ;;
*) progress_api=http://$progress_api ;;
esac
# To be shown: without a user and a password, and without a query.
progress_shown=$(printf '%s\n' "$progress_api" | sed -e 's|^\(.*://\)[^/?#]*[/?#].*@.*|\1…|' -e 's|//[^/?#]*@|//|' \
    -e 's|[?#].*||')
case $progress_api in
*[@?#[:space:]]*) progress_api='' ;;
[Hh][Tt][Tt][Pp]://[!/:]* | [Hh][Tt][Tt][Pp][Ss]://[!/:]*) progress_api=$progress_api/v1 ;;
*) progress_api='' ;;
esac
progress_directive=run progress_reply='' progress_code=0 progress_tries=3 progress_again=0
[ -n "$progress_api" ] || printf '%s\n' "invalid address $progress_shown: expected http://host:port, without user, \
password or query" >&2

# progress_send METHOD PATH [JSON [CURL OPTION...]]: $progress_reply is the body of the answer, $progress_directive the
# newest order. Fails when there is no answer, or when it is a problem.
# A request without an answer is repeated, so send only harmless repetitions: PUT, absolute counts, numbered additions.
progress_send() {
    progress_method=$1 progress_path=$2 progress_json=${3-} progress_left=$progress_tries
    if [ $# -gt 3 ]; then shift 3; else shift $#; fi
    [ -n "$progress_api" ] || return 1
    # Once there was no answer, one try in half a minute is enough.
    [ $progress_again -eq 0 ] || [ "$(date +%s)" -ge $progress_again ] || return 1
    # Head, body and status in one go: the head may be that of more than one try. Other users can see a command line, so
    # the token is not in it.
    until progress_answer=$(printf %s "${PROGRESSD_TOKEN:+header = \"Authorization: Bearer $PROGRESSD_TOKEN\"}" |
        curl -sS -K - -X "$progress_method" "$progress_api$progress_path" -H 'Content-Type: application/json' \
            -d "$progress_json" -D - -w '\n%{http_code}' --connect-timeout 5 --max-time 90 "$@"); do
        progress_left=$((progress_left - 1))
        [ $progress_left -gt 0 ] || {
            progress_code=0 progress_again=$(($(date +%s) + 30)) progress_tries=1
            return 1
        }
        sleep 1
    done
    progress_tries=3 progress_again=0 progress_reply=$(printf '%s\n' "$progress_answer" | sed -n '/^{/p')
    progress_code=${progress_answer##*
}
    case $progress_code in
    404) progress_directive=run && return 1 ;; # who does not know us has no orders for us
    [45]*) return 1 ;;
    esac
    progress_order=$(printf '%s\n' "$progress_answer" | sed -n 's/^[Pp]rogress-[Dd]irective: *\([a-z]*\).*/\1/p' | tail -n 1)
    progress_directive=${progress_order:-$progress_directive}
}

# progress_begin NAME TOTAL [MEMBERS]: a run of that name, with the children that MEMBERS have, and where to watch it.
# Our host and process make the body ours: a repeat of it is recognized, and the rest of a run that was killed (409, the
# name is taken) is replaced. A run that has ended needs no replacing: it gives its name up.
progress_begin() {
    progress_body="{\"userInfo\": {\"host\": $(progress_quote "$(uname -n)"), \"process\": $$},
        \"totalUnitCount\": $2, \"isPausable\": true, \"started\": true${3:+, $3}}"
    if progress_send PUT "/progress/$1" "$progress_body" ||
        { [ "$progress_code" = 409 ] && progress_send PUT "/progress/$1?run=new" "$progress_body"; }; then
        progress_say "watch:   $progress_shown/progress/$1"
        progress_say "control: curl -X POST $progress_shown/v1/progress/$1/pause   (or resume, cancel)"
    else
        progress_say "nobody sees this work at $progress_shown: $(progress_member detail)" >&2
    fi
}

# progress_start ID: a step begins whose first count comes later, so that it is known how long it took.
progress_start() { progress_send PATCH "/progress/$1" '{"started": true}'; }

# progress_obey ID: returns 0 to continue, at once or after a pause; fails when the work must stop.
progress_obey() {
    [ "$progress_directive" != pause ] || progress_say "$1 paused"
    while [ "$progress_directive" = pause ]; do # a heartbeat is answered when the order changes, or after 30 seconds
        progress_send POST "/progress/$1/heartbeat" '' -H 'Prefer: wait=30' -H 'Progress-Directive: pause' || {
            sleep 2
            # No room for a request that waits: then one that does not.
            case $progress_code in 429 | 503) progress_send POST "/progress/$1/heartbeat" ;; esac
        }
        [ "$progress_directive" = pause ] || progress_say "$1 continues: $progress_directive"
    done
    [ "$progress_directive" != cancel ]
}

# progress_interrupted ID: Ctrl-C is an order like one from the dashboard, and holds even without a service.
progress_interrupted() {
    progress_send POST "/progress/$1/cancel" '{"reason": "interrupted"}'
    progress_told=$? progress_directive=cancel
    return $progress_told
}

# progress_report ID COMPLETED TOTAL [MEMBERS]: absolute counts, and other members. Call progress_obey after it.
# The lease is a promise: after this long without a report the work counts as stalled.
progress_report() {
    progress_send PATCH "/progress/$1" "{\"completedUnitCount\": $2, \"totalUnitCount\": $3,
        \"leaseSeconds\": ${LEASE:-60}${4:+, $4}}" && progress_tell "$1"
}

# progress_finish ID COUNT: so much it was, and it is done. 1 of 0 is finished; 0 of 0 would be unknown.
progress_finish() { progress_report "$1" $(($2 > 0 ? $2 : 1)) "$2"; }

# progress_failed ID MESSAGE [CODE]: it is over, and everything below it.
progress_failed() {
    progress_send POST "/progress/$1/fail" "{\"message\": $(progress_quote "$2"), \"code\": \"${3:-failed}\"}"
}

# progress_tell ID: prints the descriptions in the reply, as readers see them.
progress_tell() {
    progress_say "$1  $(progress_member localizedDescription)  $(progress_member localizedAdditionalDescription)"
}

# progress_await PROCESS...: waits until all have ended, despite signals; $progress_worst is the highest status.
progress_await() {
    progress_worst=0
    for progress_process; do
        while wait "$progress_process"; progress_status=$?; kill -0 "$progress_process" 2>/dev/null; do :; done
        [ "$progress_status" -le "$progress_worst" ] || progress_worst=$progress_status
    done
}

# The text of member $1 of the reply, and a text as JSON: UTF-8, with a question mark for each control character.
progress_member() {
    printf %s "$progress_reply" | sed -n 's/.*"'"$1"'":"\(\([^"\\]*\\.\)*[^"\\]*\)".*/\1/p' | sed 's/\\\(["\\/]\)/\1/g'
}
progress_quote() {
    printf '"%s"' "$(printf %s "$1" | iconv -c -f UTF-8 -t UTF-8 | tr '\000-\037\177' '[?*]' | sed 's/["\\]/\\&/g')"
}

# progress_plain TEXT: the text with only characters that a name may have.
progress_plain() { printf %s "$1" | LC_ALL=C tr -c 'A-Za-z0-9._-' '-' | cut -c 1-60; }

# progress_sample FOLDER COUNT BYTES SUFFIX: makes a folder with files to try things with.
progress_sample() {
    mkdir -p -- "$1" || exit 73
    progress_number=0
    while [ $progress_number -lt "$2" ]; do
        progress_number=$((progress_number + 1))
        head -c "$3" /dev/urandom >"$1/$progress_number.$4" || exit 73
    done
}

# progress_scratch: a folder for an example that was called without arguments; it stays. With PACE, work takes its time,
# so that there is something to see.
progress_scratch() {
    progress_scratch=$(mktemp -d "${TMPDIR:-/tmp}/progressd-example.XXXXXX") || exit 73
    PACE=${PACE:-0.3}
    progress_say "files:   $progress_scratch"
}
progress_breathe() { [ -z "${PACE-}" ] || sleep "$PACE"; }

progress_say() { printf '%s\n' "$*"; }
