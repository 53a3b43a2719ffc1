"""runs.py: the runs of teql that are killed or lose power, and what they must come to.

A run has a folder of its own, where all that it writes is, and a folder for temporary files beside
it. The dataset and, for `ask`, the suite are elsewhere and the same for all.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SHOP = HERE.parent.parent / "examples" / "shop"
RELATIONS = "PI,SS,CRn,CI"
WORKERS = 2  # each with one request at a time: what can be in flight

# What depends on the clock: how long an answer took, and the key of scores, which is made of that too.
TIMES = re.compile(rb'"ms":[0-9.e+-]+|"key":"[0-9a-f]+"')


class Failed(Exception):
    pass


class World:
    """Everything that the runs share, below one folder."""

    def __init__(self, teql, folder):
        self.teql = pathlib.Path(teql).resolve()
        self.folder = pathlib.Path(folder)
        self.library = self.folder / "watched.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library,
                        HERE / "watched_disk.c", "-ldl"], check=True)
        self.data = self.folder / "data"
        (self.data / "database" / "shop").mkdir(parents=True)
        for name in "tables.json", "questions.jsonl":
            shutil.copy(SHOP / name, self.data)
        subprocess.run(["sqlite3", self.data / "database" / "shop" / "shop.sqlite"],
                       stdin=(SHOP / "shop.sql").open(), check=True)
        self.suite = self.folder / "suite"
        self.must("generate", "--data", self.data, "--out", self.suite, *self.cases(1))

    def must(self, *words):
        subprocess.run([self.teql, *words], check=True, stdout=subprocess.DEVNULL)

    def cases(self, most):
        return ["--relations", RELATIONS, "--max-per-seed", str(most), "-j", str(WORKERS)]

    def commands(self):
        """The runs, by name. All work in the current folder."""
        asking = ["--system", f"command:sh {HERE / 'counting_system.sh'}", "--quiet"]
        return {
            "generate": ["generate", "--data", self.data, "--out", "out", *self.cases(1)],
            "generate-copy": ["generate", "--data", self.data, "--out", "out", "--databases", "copy",
                              "--relations", "PI,CRn", "--max-per-seed", "1", "-j", str(WORKERS)],
            "unpack": ["generate", "--data", "mini", "--shard", "1/100", "--out", "out", *self.cases(1)],
            "ask": ["ask", "--suite", self.suite, "--out", "out", "-j", str(WORKERS), *asking],
            "test": ["test", "--data", self.data, "--out", "out", *self.cases(1), *asking],
        }

    def run(self, words, folder, **watching):
        """Run teql in `folder`. Returns its exit code, what it said, and what the system was asked."""
        asked, temporary = folder.parent / "asked", folder.parent / "tmp"
        asked.write_text("")
        temporary.mkdir(exist_ok=True)
        environment = {**os.environ, "ASKED": str(asked), "TMPDIR": str(temporary),
                       "XDG_CACHE_HOME": str(folder / "cache")}
        if watching:
            environment.update(LD_PRELOAD=str(self.library), **{k: str(v) for k, v in watching.items()})
        done = subprocess.run([self.teql, *words], cwd=folder, env=environment, timeout=300,
                              stdin=subprocess.DEVNULL, capture_output=True)
        said = done.stderr.decode(errors="replace").strip()
        return done.returncode, said, asked.read_text().split()

    def fresh(self, name):
        """An empty folder to run in, alone with its temporary files. Runs that are compared have one name:
        it is in their files."""
        home = self.folder / name
        shutil.rmtree(home, ignore_errors=True)
        (home / "work").mkdir(parents=True)
        return home / "work"


def known_answers(folder):
    """How many whole answers the cache in `folder` holds, of whichever command made it."""
    for path in "out/answers.cache", "out.cache":
        if (folder / path).exists():
            lines = (folder / path).read_bytes().split(b"\n")[:-1]
            return len({line for line in lines if line.startswith(b'{"key":') and line.endswith(b"}")})
    return 0


def tree(folder):
    """All files below `folder` by name, without what depends on the clock; of the cache the answers, in
    any order."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            text = TIMES.sub(b"", path.read_bytes())
            if path.name.endswith(".cache"):
                text = b"\n".join(sorted(line for line in text.split(b"\n") if line.startswith(b'{,"sql"')))
            files[str(path.relative_to(folder))] = text
    return files


def leftovers(folder):
    home = folder.parent
    return [str(p.relative_to(home)) for p in home.rglob("*.teql-*")] + os.listdir(home / "tmp")


def check_same(folder, reference):
    """The files are those of a run that nothing happened to, and nothing else is there."""
    got = tree(folder)
    if left := leftovers(folder):
        raise Failed(f"left behind: {left}")
    if got.keys() != reference.keys():
        raise Failed(f"other files: {sorted(got.keys() ^ reference.keys())}")
    if differ := [name for name in got if got[name] != reference[name]]:
        raise Failed(f"other bytes in {differ}")


def go_on(world, name, words, folder, reference, total):
    """Run again after a fault. Returns what was asked, or None for a clear refusal."""
    known = known_answers(folder)
    code, said, asked = world.run(words, folder)
    if code == 3 and "is there already" in said and "generate" in words:
        shutil.rmtree(folder.parent / "tmp")
        (folder.parent / "tmp").mkdir()
        check_same(folder, reference)  # what has its name must be whole
        return asked
    if code != 0:
        if code in (3, 4) and said:
            print(f"notice: {name}: refused: {said}")
            return None
        raise Failed(f"exit code {code}: {said}")
    check_same(folder, reference)
    if total and len(asked) != total - known:
        raise Failed(f"{len(asked)} asked of {total}, where {known} were known")
    return asked


def main(body):
    import argparse
    import tempfile
    parser = argparse.ArgumentParser()
    parser.add_argument("build", help="the folder with teql in it")
    parser.add_argument("moments", type=int, nargs="?", default=6, help="of each command")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            body(World(pathlib.Path(args.build) / "teql", folder), args.moments)
        except Failed as problem:
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {problem}")
