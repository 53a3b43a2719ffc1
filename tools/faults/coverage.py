"""coverage.py: which test executes which line, and how long each takes.

Every test runs once, and its counts go to a folder of its own. They are kept until the sources or
the test change.
"""
import hashlib
import json
import subprocess
from bisect import bisect_right

from .tests import all_tests, run_test

CPU_SECONDS, WALL_SECONDS = 900, 1800


def _digest(tree, files):
    sums = hashlib.sha256()
    for f in files:
        sums.update(str(f.relative_to(tree)).encode() + b"\0" + f.read_bytes() + b"\0")
    return sums.hexdigest()


def _program_files(tree):
    """The files that every test depends on."""
    folders = ("src", "cmake", "data", "bench-mini", "examples")
    return sorted(f for folder in folders for f in (tree / folder).rglob("*") if f.is_file())


def _read_counts(build, counts):
    """{path: lines that ran}, from the counters below `counts`."""
    lines, instrumented = {}, {}
    found = sorted(counts.rglob("*.gcda"))
    for gcda in found:
        notes = gcda.with_suffix(".gcno")
        if not notes.exists():
            notes.symlink_to(build.folder / notes.relative_to(counts))
    text = subprocess.run(["gcov", "--json-format", "--stdout"] + [str(f) for f in found], cwd=counts, check=True,
                          capture_output=True, text=True).stdout if found else ""
    for report in text.splitlines():
        for f in json.loads(report)["files"]:
            if "/src/" not in f["file"] or not f["file"].endswith(".c"):
                continue
            path = f["file"][f["file"].index("/src/") + 1:]
            lines.setdefault(path, set()).update(x["line_number"] for x in f["lines"] if x["count"])
            instrumented.setdefault(path, set()).update(x["line_number"] for x in f["lines"])
    return lines, instrumented


class Coverage:
    """`seconds[test]`, and the tests of a line."""

    def __init__(self, build, folder, say):
        self.build, self.folder, self.say = build, folder, say
        self.tests = {test.name: test for test in all_tests(build.tree)}
        self.seconds, self._ran, self._lines = {}, {}, {}
        folder.mkdir(parents=True, exist_ok=True)
        program = _digest(build.tree, _program_files(build.tree))
        for test in self.tests.values():
            key = hashlib.sha256((program + _digest(build.tree, test.sources)).encode()).hexdigest()
            self._add(test, self._known(test, key))

    def _known(self, test, key):
        """The kept counts of the test, or those of a new run."""
        path = self.folder / f"{test.name}.json"
        if path.exists():
            known = json.loads(path.read_text())
            if known["key"] == key:
                return known
        known = {"key": key, **self._run(test)}
        if known["passed"]:
            path.write_text(json.dumps(known))
        return known

    def _run(self, test):
        job = self.folder / "run" / test.name
        subprocess.run(["rm", "-rf", str(job)], check=True)
        counts = job / "counts"
        counts.mkdir(parents=True)
        strip = len(self.build.folder.parts) - 1
        environment = {"GCOV_PREFIX": str(counts), "GCOV_PREFIX_STRIP": str(strip)}
        outcome = run_test(test, self.build.tree, job, self.build.program(test.program), CPU_SECONDS, WALL_SECONDS, environment)
        lines, instrumented = _read_counts(self.build, counts)
        subprocess.run(["rm", "-rf", str(job)], check=True)
        self.say(f"{test.name}: {outcome.seconds:.1f} s" + ("" if outcome.passed else f", {outcome.why} without a fault"))
        return {"passed": outcome.passed, "seconds": outcome.seconds, "lines": {p: sorted(n) for p, n in lines.items()},
                "instrumented": {p: sorted(n) for p, n in instrumented.items()}}

    def _add(self, test, known):
        if not known["passed"]:
            return  # a test that fails anyway would notice everything
        self.seconds[test.name] = known["seconds"]
        self._ran[test.name] = {path: set(lines) for path, lines in known["lines"].items()}
        for path, lines in known["instrumented"].items():
            self._lines.setdefault(path, set()).update(lines)

    def of_line(self, path, line):
        """Tests that execute the line, quickest first. A line without code counts as the one before it that has some; a
        table as the whole file."""
        lines = sorted(self._lines.get(path, ()))
        at = bisect_right(lines, line)
        wanted = {lines[at - 1]} if at else set(lines)
        found = [name for name, ran in self._ran.items() if wanted & ran.get(path, set())]
        return sorted(found, key=lambda name: self.seconds[name])
