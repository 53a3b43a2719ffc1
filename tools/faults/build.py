"""build.py: a copy of the tree, built, from which one object at a time can be replaced.

The faulty object is put before the libraries on the linker's command line. So no library is made
again, and only the programs that are run are linked.
"""
import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

PLAIN = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0"]
FLAGS = {
    "plain": PLAIN,
    "sanitize": PLAIN[:1] + ["-DCMAKE_C_FLAGS_DEBUG=-O1 -g1", "-DTEQL_SANITIZE=address,undefined"],
    "coverage": PLAIN[:1] + ["-DCMAKE_C_FLAGS_DEBUG=-O0 --coverage"],
}


def copy_tree(root, tree):
    """Make `tree` a copy of `root`, without files that git ignores. Unchanged files keep their times."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True,
                           capture_output=True).stdout.decode().split("\0")
    wanted = {name for name in names if name and (root / name).is_file()}
    for name in wanted:
        source, target = root / name, tree / name
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for top, folders, files in os.walk(tree):
        if Path(top) == tree and "build" in folders:
            folders.remove("build")
        for f in files:
            if str((Path(top) / f).relative_to(tree)) not in wanted:
                (Path(top) / f).unlink()
    shared, link = root.parent / "shared", tree.parent / "shared"
    if shared.exists() and not link.exists():
        link.symlink_to(shared)


class Build:
    def __init__(self, tree, name, jobs):
        self.tree, self.folder, self.name = tree, tree / "build" / name, name
        self._quietly(["cmake", "-S", str(tree), "-B", str(self.folder), "-G", "Ninja"] + FLAGS[name])
        self._quietly(["ninja", "-C", str(self.folder), "-j", str(jobs)])
        entries = json.loads((self.folder / "compile_commands.json").read_text())
        self._compile = {str(Path(e["file"]).relative_to(tree)): shlex.split(e["command"]) for e in entries
                         if "-o src/" in e["command"]}  # a test may compile a file of the program once more
        self._link = {}

    def _quietly(self, command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{shlex.join(command)}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")

    def program(self, name):
        return self.folder / name

    def compiler(self, path):
        """The command that compiles a source file, without -o and -c and their arguments."""
        command = self._compile[path]
        return [word for i, word in enumerate(command)
                if word not in ("-o", "-c") and command[i - 1] not in ("-o", "-c") and word != "ccache"] + ["-w"]

    def compile(self, path, text, target, extra=()):
        """Compile `text` as the source file at `path`. False if it does not compile."""
        source = target.with_suffix(".c")
        source.write_text(text)
        command = self.compiler(path) + list(extra) + ["-o", str(target), "-c", str(source)]
        return subprocess.run(command, cwd=self.folder, capture_output=True, check=False).returncode == 0

    def link(self, name, first, target):
        """Link program `name` with the object `first` instead of its own. False if it does not link."""
        if name not in self._link:
            lines = subprocess.run(["ninja", "-C", str(self.folder), "-t", "commands", name], check=True,
                                   capture_output=True, text=True).stdout.splitlines()
            self._link[name] = [word for word in shlex.split([x for x in lines if f"-o {name} " in x][-1])
                                if word not in (":", "&&", "ccache")]
        command = list(self._link[name])
        command[command.index("-o") + 1] = str(target)
        at = next(i for i, word in enumerate(command) if word.endswith(".o"))
        command.insert(at, str(first))
        return subprocess.run(command, cwd=self.folder, capture_output=True, check=False).returncode == 0
