# lib.sh: the functions of the command-line tests. POSIX shell; sourced by every tests/cli/*.test.
#
#   t NAME                start a test
#   run ARGS…             run teql; stdout, stderr and exit code are kept
#   run_on_terminal [--interrupt TEXT] ARGS…
#                         the same with a terminal for standard error; interrupted when TEXT appears there
#   peak F ARGS…         run teql, which must succeed; its peak memory is kept in F, in KiB
#   code N                the exit code must be N
#   out / err             the whole output, from standard input, must be this
#   out_has / err_has S   the output must contain S
#   no_file F             F must not exist, nor a temporary beginning of it
#   every F CONDITION     F has JSON lines, and jq's CONDITION holds for each of them: `jq -e` alone
#                         judges only the last
#   page NAME N           a test for each command of docs/NAME, of which there are N at least: its files are written and
#                         its commands run beside ./shop. Expected lines must be among those that come. Where a server
#                         is there (serve), it is the one at localhost:8000
#   serve NAME [PEM KEY]  start a server (tests/support/chat_server.py, or there $server_script) that runs until stop; its
#                         port is in $port
#   stop                  end it
#
# A failure before the first test of a file counts as a failed test.
# The tests run in an empty folder of their own; $shop is the example shop, $root the source tree.

passed=0
failed=0
name=

fail() {
    echo "not ok: ${name:-preparation}: $1" >&2
    broken=1
    [ -n "$name" ] || failed=$((failed + 1))
}

finish() {
    [ -n "$name" ] || return 0
    if [ "$broken" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    name=
}

t() {
    finish
    name=$1
    broken=0
}

run() {
    exit_code=0
    "$TEQL" "$@" >stdout.txt 2>stderr.txt </dev/null || exit_code=$?
}

run_on_terminal() {
    exit_code=0
    python3 "$root/tests/support/on_terminal.py" "$TEQL" "$@" || exit_code=$?
}

peak() {
    kept=$1
    shift
    python3 - "$kept" "$TEQL" "$@" <<'PY'
import resource, subprocess, sys
with open("stdout.txt", "w") as out, open("stderr.txt", "w") as err:
    code = subprocess.run(sys.argv[2:], stdout=out, stderr=err).returncode
open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
open("code.txt", "w").write(str(code))
PY
    [ "$(cat code.txt)" -eq 0 ] || fail "exit code $(cat code.txt): $(cat stderr.txt)"
}

code() {
    [ "$exit_code" -eq "$1" ] || {
        fail "exit code $exit_code, expected $1"
        sed 's/^/    /' stderr.txt >&2
    }
}

same() {
    cat >expected.txt
    cmp -s expected.txt "$1" || {
        fail "$1 differs"
        diff expected.txt "$1" >&2 || true
    }
}

out() { same stdout.txt; }
err() { same stderr.txt; }

has() {
    grep -qF -- "$2" "$1" || {
        fail "$1 lacks '$2'"
        head -5 "$1" | cut -c1-300 | sed 's/^/    /' >&2
    }
}

out_has() { has stdout.txt "$1"; }
err_has() { has stderr.txt "$1"; }

no_file() {
    for f in "$1" "$1".*; do
        [ ! -e "$f" ] || fail "$f is there"
    done
}

every() {
    jq -es "length > 0 and all(.[]; $2)" "$1" >/dev/null || fail "not every line of $1: $2"
}

page() {
    mkdir -p page/bin
    [ ! -e shop ] || cp -r shop page/shop
    ln -s "$TEQL" page/bin/teql
    (
        cd page
        awk -v port="${port:-8000}" '
            { gsub(/localhost:8000/, "127.0.0.1:" port) }
            /^```/ { kind = kind == "" ? $1 : ""; file = $2; next }
            kind == "```json" || kind == "```csv" { print >file }
            kind != "```console" { next }
            /^\$ / { n++; print substr($0, 3) >("step" n ".sh"); next }
            /^> / { print substr($0, 3) >("step" n ".sh"); next }
            { print >("step" n ".expected") }
        ' "$root/docs/$1"
    )
    step=0
    while [ -e page/step$((step + 1)).sh ]; do
        step=$((step + 1))
        t "docs/$1: $(cat page/step$step.sh)"
        (cd page && PATH=$PWD/bin:$PATH sh step$step.sh >out.txt 2>&1) || fail "$(tail -n 3 page/out.txt)"
        [ ! -e page/step$step.expected ] || {
            grep -vxF -f page/out.txt page/step$step.expected >missing.txt && fail "no line: $(cat missing.txt)"
        }
    done
    t "docs/$1 has commands"
    [ "$step" -ge "$2" ] || fail "only $step"
}

serve() {
    mkfifo "$1.hold"
    python3 "$root/tests/support/${server_script:-chat_server.py}" 300 ${2:+"$2" "$3"} <"$1.hold" >"$1.port" &
    server=$!
    exec 9>"$1.hold" # it ends when this does
    waited=0
    while [ ! -s "$1.port" ] && [ $waited -lt 100 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    port=$(cat "$1.port")
}

stop() {
    exec 9>&-
    wait $server || true
}
