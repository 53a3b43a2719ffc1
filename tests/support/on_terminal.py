#!/usr/bin/env python3
"""on_terminal.py PROGRAM [--interrupt TEXT] ARGS…: run it with a pseudo-terminal as its standard error.

What is written there goes to stderr.txt, standard output to stdout.txt. With --interrupt, SIGINT is sent when TEXT
comes up for the first time. Ends as the command does: its exit code, or 128 and the number of its signal."""
import os
import pty
import signal
import subprocess
import sys

command, awaited = sys.argv[1:], None
if command[1] == "--interrupt":
    awaited, command = command[2].encode(), command[:1] + command[3:]
terminal, screen = pty.openpty()
with open("stdout.txt", "wb") as out:
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=screen,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
os.close(screen)
seen = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        part = b""
    if not part:
        break
    seen += part
    if awaited and awaited in seen:
        child.send_signal(signal.SIGINT)
        awaited = None
with open("stderr.txt", "wb") as err:
    err.write(seen)
code = child.wait()
sys.exit(code if code >= 0 else 128 - code)
