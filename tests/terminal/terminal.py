"""A program in a pseudo-terminal: keys go in, and what comes out is drawn on a screen that a test can read."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

WAIT = 20.0  # seconds; machines that are busy with other tests are slow

KEYS = {"left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "home": "\x1b[1~", "end": "\x1b[4~",
        "pgup": "\x1b[5~", "pgdn": "\x1b[6~", "delete": "\x1b[3~", "backspace": "\x7f", "enter": "\r", "esc": "\x1b",
        "clear": "\x15"}


class Terminal:
    """`term` is the type that the program sees in TERM; pyte understands what "linux" terminals do."""

    def __init__(self, command, rows=24, columns=80, term="linux", env=None):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.status = None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)  # background jobs of a shell ignore some
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            settings = {k: v for k, v in os.environ.items() if k not in ("LINES", "COLUMNS", "NO_COLOR")}
            os.execvpe(command[0], command, {**settings, "TERM": term, "LANG": "C.UTF-8", **(env or {})})

    def read(self, seconds):
        """Take what has come within that time; false at the end."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def press(self, *keys):
        for key in keys:
            os.write(self.fd, KEYS.get(key, key).encode())

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def words(self):
        """The screen as one text, wherever lines are broken."""
        return " ".join(self.text().split())

    def wait(self, *parts, absent=()):
        """Until the screen has all of these texts, and none of the absent ones, and nothing more comes."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            words = self.words()
            fits = all(p in words for p in parts) and not any(p in words for p in absent)
            if fits and (self.fd is None or not select.select([self.fd], [], [], 0.03)[0]):
                return self
            if self.fd is None or not self.read(0.05):
                break
        raise AssertionError(f"waited for {parts} without {absent}, and saw:\n{self.text()}")

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        self.screen.erase_in_display(2)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def row_with(self, text):
        for y, line in enumerate(self.screen.display):
            if text in line:
                return y
        raise AssertionError(f"no row with {text!r} in:\n{self.text()}")

    def marked(self, y):
        """The text of a row that is shown in reverse video, and its colours."""
        cells = [self.screen.buffer[y][x] for x in range(self.screen.columns)]
        text = "".join(c.data if c.reverse else "\0" for c in cells)
        return " ".join(text.replace("\0", " ").split()), {c.fg for c in cells if c.reverse}

    def kill(self, number):
        os.kill(self.pid, number)

    def hang_up(self):
        os.close(self.fd)
        self.fd = None

    def end(self):
        """Wait for the program to end: its exit code, or the number of the signal, negative."""
        end = time.monotonic() + WAIT
        while self.status is None and time.monotonic() < end:
            if self.fd is not None and not self.read(0.05):
                os.close(self.fd)
                self.fd = None
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
            elif self.fd is None:
                time.sleep(0.02)
        if self.status is None:
            self.kill(signal.SIGKILL)
            self.status = os.waitpid(self.pid, 0)[1]
            raise AssertionError(f"did not end; the screen:\n{self.text()}")
        if self.fd is not None:
            while self.read(0.05) and select.select([self.fd], [], [], 0)[0]:
                pass
            os.close(self.fd)
            self.fd = None
        return os.waitstatus_to_exitcode(self.status)
