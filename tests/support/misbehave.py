#!/usr/bin/env python3
"""misbehave.py MODE [FILE]: a system under test with one bad habit.

Requests come as lines of JSON; a good answer repeats the question as SQL. FILE is where a mode
remembers what happened before it was started again.
"""
import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
import time


def requests():
    for line in sys.stdin:
        yield json.loads(line)


def put(text):
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())
    sys.stdout.flush()


def reply(request, **more):
    put(json.dumps({"id": request["id"], "sql": request["question"], **more}) + "\n")


def first_time():
    """Is this the first call with this FILE?"""
    try:
        os.close(os.open(sys.argv[2], os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def good():
    for r in requests():
        reply(r)


def fields():
    for r in requests():
        seen = [r["db_id"], r["database"], len(r["schema"]["table_names_original"])]
        reply(r, sql=json.dumps(seen))


def refuse():
    for r in requests():
        put(json.dumps({"id": r["id"], "error": "too hard"}) + "\n")


def nothing():
    for r in requests():
        put(json.dumps({"id": r["id"], "sql": None}) + "\n")


def backwards():
    waiting = []
    for r in requests():
        waiting.append(r)
        if len(waiting) == 3:
            while waiting:
                reply(waiting.pop())


def noisy():
    put("Loading model...\n\n[1, 2]\n42\n" + '{"progress": 3}\n' + '{"id": 7, "sql": "no"}\n')
    for r in requests():
        put('{"id": "who", "sql": "SELECT 0"}\n')
        put(b"\xff\x00\xfe junk\n")
        reply(r)
        reply(r, sql="a second answer")


def pid():
    for r in requests():
        reply(r, sql=str(os.getpid()))


def once():
    for r in requests():
        reply(r)
        return


def once_without_newline():
    for r in requests():
        put(json.dumps({"id": r["id"], "sql": r["question"]}))
        return


def crash():
    for r in requests():
        if "crash" in r["question"]:
            os._exit(3)
        reply(r)


def fault():
    for r in requests():
        if "crash" in r["question"]:
            os.kill(os.getpid(), signal.SIGSEGV)
        reply(r)


def crash_first():
    for r in requests():
        if first_time():
            os._exit(3)
        reply(r)


def stubborn():
    """Falls silent, ignores SIGTERM, and has a child that does the same."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for r in requests():
        if "silent" in r["question"]:
            child = subprocess.Popen(["sleep", "1000"])
            with open(sys.argv[2], "a") as f:
                f.write(f"{child.pid}\n{os.getpid()}\n")
            time.sleep(1000)
        reply(r)


def slow():
    for r in requests():
        if "silent" in r["question"]:
            time.sleep(1000)
        reply(r)


def deaf():
    time.sleep(1000)


def closed():
    """Reads nothing more after the first request, yet lives on."""
    r = json.loads(sys.stdin.buffer.raw.readline())
    os.close(0)
    reply(r)
    time.sleep(1000)


def huge():
    for r in requests():
        if "huge" in r["question"]:
            while True:
                put("x" * 65536)
        reply(r)


def large():
    """As much as a line may have."""
    for r in requests():
        line = json.dumps({"id": r["id"], "sql": "x" * 1000, "why": ""})
        reply(r, sql="x" * 1000, why="y" * ((1 << 20) - len(line)))


def long_answer():
    """As long as the question says."""
    for r in requests():
        what, length = r["question"].split()
        put(json.dumps({"id": r["id"], what: "x" * int(length)}) + "\n")


def broken():
    for r in requests():
        put('{"id": "q0", "sql": "SELECT\n')


def nul():
    for r in requests():
        reply(r, sql="SELECT \0")


def latin():
    for r in requests():
        put(b'{"id": "%s", "sql": "caf\xe9"}\n' % r["id"].encode())


def leave_child():
    """Ends, but its output stays open in another process."""
    for r in requests():
        reply(r)
        subprocess.Popen(["sleep", "1000"])
        return


def files():
    for r in requests():
        reply(r, sql=" ".join(sorted(f for f in os.listdir("/proc/self/fd")
                                     if os.path.exists("/proc/self/fd/" + f))))


def log():
    sys.stderr.write("hello log\n")
    good()


def chatter():
    """Much more on standard error than anybody reads, with a beginning and an end."""
    for r in requests():
        sys.stderr.write("first line\n")
        for _ in range(40):
            sys.stderr.write("x" * (1 << 20))
        sys.stderr.write("\nlast line\n")
        reply(r)


def flood():
    """Lines without end from several processes, faster than they can be read."""
    lines = b'{"id":"","sql":"x"}\n' * 200  # written whole or not at all
    fcntl.fcntl(1, 1031, 1 << 20)  # F_SETPIPE_SZ
    for r in requests():
        for _ in range(3):
            if os.fork() == 0:
                break
        while True:
            os.write(1, lines)


def daemon():
    """A process in a session of its own, whose parent has ended, and a child of that."""
    for r in requests():
        if os.fork() == 0:
            os.setsid()
            if os.fork() > 0:
                os._exit(0)
            child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
            with open(sys.argv[2] + ".new", "w") as f:
                f.write(f"{os.getpid()}\n{child.pid}\n")
            os.rename(sys.argv[2] + ".new", sys.argv[2])
            time.sleep(1000)
        while not os.path.exists(sys.argv[2]):
            time.sleep(0.01)
        reply(r)
        return


def intruder():
    """A daemon that joins the group of whoever started the program, where that can be done."""
    group = os.getpgid(os.getppid())
    for r in requests():
        if os.fork() == 0:
            if os.fork() > 0:
                os._exit(0)
            with contextlib.suppress(PermissionError):
                os.setpgid(0, group)
            with open(sys.argv[2] + ".new", "w") as f:
                f.write(f"{os.getpid()}\n")
            os.rename(sys.argv[2] + ".new", sys.argv[2])
            time.sleep(1000)
        while not os.path.exists(sys.argv[2]):
            time.sleep(0.01)
        reply(r)
        return


def litter():
    """Daemons that end at once."""
    for r in requests():
        if os.fork() == 0:
            if os.fork() == 0:
                os.setsid()
            os._exit(0)
        os.wait()
        time.sleep(0.3)
        reply(r, sql=str(sum(" Z " in line for line in zombies())))


def zombies():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as f:
                fields = f.read().rsplit(")", 1)[1].split()
            if int(fields[1]) == os.getppid():
                yield f" {fields[0]} "
        except OSError:
            pass


def die():
    sys.exit(1)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
