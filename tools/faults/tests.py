"""tests.py: the tests of a build, each in a process that is walled off.

A fault may kill or remove anything. So a test runs in namespaces of its own: it sees no other
processes, and can write only below its folder, where its /tmp is as well.
"""
import os
import resource
import select
import subprocess
import time
from collections import namedtuple

WALL = r"""
tree=$1 job=$2
shift 2
mount --make-rprivate /
mount --bind "$job" "$job"
mount --bind "$job/tmp" /tmp
while read -r _ _ _ _ place rest; do
    case $place in
    / | /proc* | /sys* | /dev* | /tmp | "$job") ;;
    *) mount -o remount,bind,ro "$place" 2>/dev/null || true ;;
    esac
done </proc/self/mountinfo
mount -o remount,bind,ro /
cd "$tree"
"$@" # not exec: the first process of a namespace ignores signals and inherits orphans
"""
NAMESPACES = ["unshare", "--user", "--map-root-user", "--pid", "--mount", "--fork", "--kill-child", "--mount-proc"]
FAILED = (b"[  FAILED  ]", b"not ok: ")
MAX_MEMORY, MAX_FILE = 8 << 30, 1 << 30

Outcome = namedtuple("Outcome", "passed seconds why")


class Test:
    """`program` is what it links: a unit test of its own, or teql for a file of command-line tests. `sources` are the files
    that are not the program's."""

    def __init__(self, name, program, sources):
        self.name, self.program, self.sources = name, program, sources

    def command(self, tree, binary):
        if self.program == "teql":
            return [str(tree / "tests/cli/run"), str(binary), self.name]
        return [str(binary)]


def all_tests(tree):
    support = sorted((tree / "tests/support").iterdir())
    units = [Test(f.stem, "tests/" + f.stem, [f] + support) for f in sorted((tree / "tests/unit").glob("test_*.c"))]
    cli = [tree / "tests/cli/run", tree / "tests/cli/lib.sh"]
    return units + [Test(f.name, "teql", [f] + cli) for f in sorted((tree / "tests/cli").glob("*.test"))]


def _limit(cpu_seconds, sanitized):
    def limit():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE, MAX_FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if not sanitized:  # AddressSanitizer reserves terabytes
            resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    return limit


def _first_failure(process, deadline):
    """Read its output until it ends, fails, or the time is over. Returns why it failed, or None."""
    tail = b""
    while True:
        left = deadline - time.monotonic()
        ready, _, _ = select.select([process.stdout], [], [], max(left, 0))
        if not ready:
            return "hangs"
        read = os.read(process.stdout.fileno(), 65536)
        if not read:
            return None
        tail = tail[-64:] + read
        for mark in FAILED:
            if mark in tail:
                return "fails"


def run_test(test, tree, job, binary, cpu_seconds, wall_seconds, environment=None, sanitized=False):
    """Run one test in the folder `job`. It is ended at its first failure."""
    (job / "tmp").mkdir(parents=True, exist_ok=True)
    command = NAMESPACES + ["sh", "-ec", WALL, "wall", str(tree), str(job)] + test.command(tree, binary)
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env={**os.environ, "HOME": str(job / "tmp"), **(environment or {})},
                               preexec_fn=_limit(cpu_seconds, sanitized))
    why = _first_failure(process, start + wall_seconds)
    if why:
        process.kill()  # unshare takes its children along
    process.stdout.close()
    code = process.wait()
    if not why and code:
        why = f"exit code {code}" if code > 0 else signal.Signals(-code).name
    return Outcome(not why, time.monotonic() - start, why)


def has_wall():
    """Are the namespaces available?"""
    return subprocess.run(NAMESPACES + ["true"], check=False, capture_output=True).returncode == 0
