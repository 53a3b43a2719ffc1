"""teql review: keys are pressed, the screen is read, and what is on disk is compared.

review_test.py TEQL WORK, where WORK/made is a suite with Spider's files, and WORK/pairs that of docs/how-to/review.md."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

from terminal import Terminal

TEQL, WORK = sys.argv[1:]
MADE = os.path.join(WORK, "made")


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


CASES = lines(os.path.join(MADE, "cases.jsonl"))
SEEDS = {s["seed"]: s for s in lines(os.path.join(MADE, "seeds.jsonl"))}
N = len(CASES)
FIRST, SECOND, THIRD = (c["id"] for c in CASES[:3])
RENAMED = next(i for i, c in enumerate(CASES) if c["relation"] == "CRn")


class Review(unittest.TestCase):
    def setUp(self):
        self.suite = os.path.join(WORK, "suite")
        shutil.rmtree(self.suite, ignore_errors=True)
        shutil.copytree(MADE, self.suite)
        self.terminals = []

    def tearDown(self):
        for t in self.terminals:
            if t.status is None:
                t.kill(signal.SIGKILL)
                t.end()

    def open(self, *args, **how):
        t = Terminal([TEQL, "review", self.suite, *args], **how)
        self.terminals.append(t)
        return t

    def quit(self, t):
        t.press("q")
        self.assertEqual(t.end(), 0)

    def reviews(self):
        path = os.path.join(self.suite, "reviews.jsonl")
        return [(r["id"], r["decision"], r.get("question")) for r in lines(path)]

    def teql(self, *args):
        return subprocess.run([TEQL, *args], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    # What is shown

    def test_case_on_the_screen(self):
        t = self.open().wait(f"1 of {N}, 0 dropped, 0 edited, {N} open", f"{FIRST}: not decided", "relation PI prefix insertion",
                             "database shop", SEEDS[0]["question"], CASES[0]["query"], "the answer stays; true by construction")
        marked, colours = t.marked(t.row_with("asked"))
        self.assertEqual(colours, {"green"})
        self.assertEqual(marked.split()[0], CASES[0]["question"].split()[0])
        self.assertNotIn("customers", marked)
        self.quit(t)

    def test_screen_of_the_docs(self):
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "how-to", "review.md")
        with open(page, encoding="utf-8") as f:
            drawing = f.read().split("```")[1].strip("\n").split("\n")
        t = Terminal([TEQL, "review", os.path.join(WORK, "pairs")], rows=12, columns=78)
        self.terminals.append(t)
        t.wait("1 of 3")
        t.press("d")
        t.wait("2 of 3", "becomes", "n: 1", "? help")
        self.assertEqual([line.rstrip() for line in t.screen.display], drawing)
        self.assertEqual(t.marked(t.row_with("seed")), ("older", {"red"}))
        self.assertEqual(t.marked(t.row_with("asked")), ("younger", {"green"}))
        t.press("q")
        self.assertEqual(t.end(), 0)
        self.assertIn("reviewed", [line.strip() for line in t.screen.display])

    def test_schema_and_both_queries(self):
        t = self.open().wait(FIRST)
        t.press("g", CASES[RENAMED]["id"], "enter")
        t.wait(f"{CASES[RENAMED]['id']}: not decided", "asked (the same)", "schema - ", "+ ")
        changed = next((c for c in CASES if c["query"] != SEEDS[c["seed"]]["query"]), None)
        if changed:
            t.press("g", changed["id"], "enter")
            t.wait("becomes ", changed["id"])
            self.assertEqual(t.marked(t.row_with("becomes"))[1], {"green"})
            self.assertEqual(t.marked(t.row_with("gold"))[1], {"red"})
        self.quit(t)

    def test_without_colours(self):
        for how in ({"term": "vt100"}, {"env": {"NO_COLOR": "1"}}):
            t = self.open(**how).wait(FIRST, "asked")
            marked, colours = t.marked(t.row_with("asked"))
            self.assertTrue(marked)
            self.assertEqual(colours, {"default"})
            self.quit(t)

    def test_help(self):
        t = self.open().wait(FIRST)
        t.press("?")
        t.wait("keep the case, and go on to the next", "take back the last decision")
        t.press(" ")
        t.wait(f"{FIRST}: not decided", "relation PI")
        t.press("x")
        t.wait("no such key; ? shows all of them")
        self.quit(t)

    # Decisions

    def test_keep_drop_undo(self):
        t = self.open().wait(FIRST)
        t.press("k")
        t.wait(f"2 of {N}", f"{SECOND}: not decided")
        self.assertEqual(self.reviews(), [(FIRST, "keep", None)])  # on disk before the next is shown
        t.press("d")
        t.wait(f"3 of {N}, 1 dropped, 0 edited", THIRD)
        self.assertEqual(self.reviews()[1:], [(SECOND, "drop", None)])
        t.press("p")
        t.wait(f"{SECOND}: dropped")
        t.press("k")
        t.wait(THIRD, "0 dropped")
        t.press("u")
        t.wait(f"{SECOND}: dropped", "taken back", "1 dropped")
        t.press("u")
        t.wait(f"{SECOND}: not decided", "0 dropped")
        t.press("u")
        t.wait(f"{FIRST}: not decided", f"{N} open")
        t.press("u")
        t.wait("nothing is left to take back")
        self.assertEqual([d for _, d, _ in self.reviews()], ["keep", "drop", "keep", "drop", "none", "none"])
        self.quit(t)

    def test_undo_of_an_earlier_session(self):
        t = self.open().wait(FIRST)
        t.press("d")
        t.wait(SECOND)
        self.quit(t)
        t = self.open().wait(f"{SECOND}: not decided", "1 dropped")  # begins where nothing is decided
        t.press("u")
        t.wait(f"{FIRST}: not decided", "0 dropped")
        t.press("u")
        t.wait("nothing is left")
        self.quit(t)
        self.assertEqual(self.teql("review", self.suite, "--list").stdout, "")

    def test_edit(self):
        t = self.open().wait(FIRST)
        t.press("e")
        t.wait("question: " + CASES[0]["question"][:20])
        t.press("clear", "Größe der 東京-Läden", "left", "left", "left", "left", "left", "backspace", "–", "home", "Die ", "end", "x",
                "backspace", "?", "enter")
        t.wait(f"2 of {N}, 0 dropped, 1 edited", f"{SECOND}: not decided")
        t.press("p")
        t.wait(f"{FIRST}: edited", "edited Die Größe der 東京–Läden?", "1 edited")
        self.assertEqual(self.reviews(), [(FIRST, "edit", "Die Größe der 東京–Läden?")])
        t.press("e", "!", "esc")
        t.wait(f"{FIRST}: edited", absent=["question:"])
        t.press("e", "enter")
        t.wait("the question is as it was")
        t.press("e", "clear", "enter")
        t.wait("a question needs words")
        self.assertEqual(len(self.reviews()), 1)
        t.press("e", "clear", CASES[0]["question"], "enter")
        t.wait(SECOND, "0 edited")
        t.press("p")
        t.wait(f"{FIRST}: kept", "0 edited")
        t.press("u")
        t.wait("edited Die Größe der 東京–Läden?")
        self.quit(t)
        with open(os.path.join(self.suite, "spider", "dev.json"), encoding="utf-8") as f:
            self.assertEqual(json.load(f)[0]["question"], "Die Größe der 東京–Läden?")

    def test_made_anew(self):
        """Decisions about a suite do not hold for another that has the same ids."""
        t = self.open().wait(FIRST)
        t.press(*"d" * N)
        t.wait(f"{N} dropped")
        self.quit(t)
        anew = os.path.join(WORK, "anew")
        how = ["generate", "--data", os.path.join(WORK, "data"), "--relations", "PI,CRn", "--max-per-seed", "2"]
        refused = self.teql(*how, "--out", self.suite, "--seed", "2")
        self.assertEqual(refused.returncode, 3, refused.stderr)
        for seed in ("1", "2"):
            shutil.rmtree(anew, ignore_errors=True)
            self.assertEqual(self.teql(*how, "--out", anew, "--seed", seed).returncode, 0)
            shutil.copy(os.path.join(self.suite, "reviews.jsonl"), anew)
            asked = self.teql("ask", "--suite", anew, "--system", "builtin:keyword", "--out", os.path.join(WORK, "anew.jsonl"))
            if seed == "1":  # the same suite again
                self.assertEqual(asked.returncode, 0, asked.stderr)
                continue
            now = lines(os.path.join(anew, "cases.jsonl"))
            other = next(i for i, (x, y) in enumerate(zip(CASES, now)) if x != y)
            self.assertEqual(asked.returncode, 3)
            self.assertIn(f"reviews.jsonl:{other + 1}: '{CASES[other]['id']}': ", asked.stderr)

    def test_export_follows(self):
        path = os.path.join(self.suite, "spider", "dev.json")
        with open(path, "rb") as f:
            before = f.read()
        t = self.open().wait(FIRST)
        t.press("k")
        t.wait(SECOND)
        self.quit(t)
        with open(path, "rb") as f:
            self.assertEqual(f.read(), before)
        t = self.open().wait(SECOND)
        t.press("d")
        t.wait(THIRD)
        self.quit(t)
        with open(path, encoding="utf-8") as f:
            after = json.load(f)
        self.assertEqual([e["question"] for e in after], [e["question"] for i, e in enumerate(json.loads(before)) if i != 1])

    # Ways to a case

    def test_moving(self):
        t = self.open().wait(FIRST)
        t.press("n", "right")
        t.wait(f"{THIRD}:")
        t.press("left", "p")
        t.wait(f"{FIRST}:")
        t.press("p")
        t.wait("this is the first case")
        t.press("g", CASES[-1]["id"].lower(), "enter")
        t.wait(f"{N} of {N}")
        t.press("n")
        t.wait("this is the last case")
        t.press("k")
        t.wait(f"{CASES[-1]['id']}: kept", "this is the last case")
        t.press("g", "nothing", "enter")
        t.wait("no such case here: nothing")
        self.quit(t)

    def test_search(self):
        word = "average"
        wanted = [i for i, c in enumerate(CASES) if word in (c["question"] + SEEDS[c["seed"]]["question"]).lower()]
        self.assertGreater(len(wanted), 1)
        t = self.open().wait(FIRST)
        t.press("/", word.upper(), "enter")
        t.wait(f"{wanted[0] + 1} of {N}")
        t.press("/", "enter")
        t.wait(f"{wanted[1] + 1} of {N}")
        t.press("/", "zzz", "enter")
        t.wait("not found: zzz")
        self.quit(t)

    def test_relation(self):
        n = sum(c["relation"] == "CRn" for c in CASES)
        t = self.open().wait(FIRST)
        t.press("r")
        t.wait("relation: PI")
        t.press("crn", "enter")
        t.wait(f"1 of {n}", "CRn only", CASES[RENAMED]["id"])
        t.press("r", "enter")
        t.wait(f"{RENAMED + 1} of {N}", absent=["only"])
        t.press("r", "enter")
        t.wait(f"1 of {n}", "CRn only")
        t.press("r", "XX", "enter")
        t.wait("no case of it here: XX; there are: PI, CRn")
        t.press("r", "enter")
        t.wait(f"{RENAMED + 1} of {N}", absent=["only"])
        t.press("r", "right", "s", "enter")
        t.wait("no case of it here: CRns")
        self.quit(t)
        t = self.open("--relation", "CRn").wait(f"1 of {n}", CASES[RENAMED]["id"])
        self.quit(t)

    def test_sample(self):
        t = self.open("--sample", "6", "--seed", "3").wait("1 of 6")
        t.press("d")
        t.wait("2 of 6, 1 dropped")
        t.press("k")
        t.wait("3 of 6, 1 dropped")
        t.press("q")
        self.assertEqual(t.end(), 0)
        t.wait("dropped, % from to", "50.0")
        again = self.open("--sample", "6", "--seed", "3").wait("3 of 6, 1 dropped", "4 open")
        self.quit(again)
        other = self.open("--sample", "6", "--seed", "4").wait("of 6")
        self.quit(other)
        summary = self.teql("review", self.suite, "--sample", "6", "--seed", "3", "--summary").stdout
        self.assertIn("50.0", summary)
        self.assertIn("from", summary)

    # Terminals

    def test_narrow_and_resized(self):
        t = self.open(rows=10, columns=40).wait(f"{FIRST}: not decided", "? help q quit", "lines 1-7 of")
        self.assertNotIn("claim", t.text())
        t.press(*["down"] * 30)
        t.wait("claim")
        t.press("pgup", "pgup")
        t.wait("relation PI")
        t.resize(30, 100)
        t.wait("relation PI", "claim the answer stays; true by construction", "/ search r relation g go to")
        t.resize(3, 10)
        t.wait("too small")
        t.resize(10, 40)
        t.wait("lines 1-7 of", FIRST)
        t.press("e", "end")
        t.wait("question: ")
        t.press(*"0123456789" * 8)
        t.wait("question: ", "789")
        self.assertEqual(t.screen.cursor.y, 9)
        t.resize(12, 60)
        t.wait("question: ", "0123456789012345678901234567890123456789")
        t.press("enter")
        t.wait("1 edited")
        self.assertEqual(self.reviews(), [(FIRST, "edit", CASES[0]["question"] + "0123456789" * 8)])
        self.quit(t)

    def test_hostile_suite(self):
        path = os.path.join(self.suite, "cases.jsonl")
        cases = lines(path)
        cases[0]["question"] = "\x1b[2J\x1b]0;owned\x07 red\x9b31m \u202e東京 " + "long " * 3000
        cases[0]["change"] = {"\x1b[31m": "\x1bc"}
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(json.dumps(c) + "\n" for c in cases)
        t = self.open().wait(f"{FIRST}: not decided", "?[2J?]0;owned? red??31m ???東京", "lines 1-")
        self.assertNotIn(b"\x1b]0;owned", t.raw)
        self.assertNotIn(b"\x1bc", t.raw)
        self.assertNotIn("\u202e".encode(), t.raw)
        self.quit(t)

    def test_terminal_that_cannot(self):
        for term in ("dumb", "no-such-terminal"):
            t = self.open(term=term)
            self.assertEqual(t.end(), 3)
            self.assertIn(f"cannot draw on a terminal of type '{term}'", t.words())

    # Ends

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            t = self.open().wait(": not decided")
            before = len(self.reviews()) if os.path.exists(os.path.join(self.suite, "reviews.jsonl")) else 0
            t.press("d")
            t.wait(f"{before + 1} dropped")
            t.kill(number)
            self.assertEqual(t.end(), -number)
            self.assertIn("stopped; all decisions are kept", t.words())
            self.assertEqual(len(self.reviews()), before + 1)

    def test_hang_up(self):
        t = self.open().wait(FIRST)
        t.press("d")
        t.wait(SECOND)
        t.hang_up()
        self.assertIn(t.end(), (-signal.SIGHUP, 3))
        self.assertEqual(self.reviews(), [(FIRST, "drop", None)])

    def test_hang_up_ignored(self):
        """As nohup has it: the terminal is gone, and no signal says so."""
        t = Terminal(["sh", "-c", 'trap "" HUP; exec "$0" review "$1"', TEQL, self.suite])
        self.terminals.append(t)
        t.wait(FIRST)
        t.press("d")
        t.wait(SECOND)
        t.hang_up()
        self.assertEqual(t.end(), 3)
        self.assertEqual(self.reviews(), [(FIRST, "drop", None)])

    def test_kill_and_resume(self):
        t = self.open().wait(FIRST)
        t.press("k", "d")
        t.wait(THIRD, "1 dropped")
        t.kill(signal.SIGKILL)
        self.assertEqual(t.end(), -signal.SIGKILL)
        self.assertEqual(self.reviews(), [(FIRST, "keep", None), (SECOND, "drop", None)])
        with open(os.path.join(self.suite, "reviews.jsonl"), "a", encoding="utf-8") as f:
            f.write('{"id":"' + THIRD + '","decis')  # a line that was cut short
        t = self.open().wait(f"{THIRD}: not decided", "1 dropped")
        t.press("d")
        t.wait("2 dropped")
        self.quit(t)
        self.assertEqual([d for _, d, _ in self.reviews()], ["keep", "drop", "drop"])

    def test_killed_at_any_moment(self):
        """Every decision that the screen showed is there; every line but the last is whole."""
        seen = 0
        for delay in (0.0, 0.01, 0.03, 0.06, 0.1):
            t = self.open().wait(": not decided")
            t.press(*"dkdk")
            end = time.monotonic() + delay
            while time.monotonic() < end:
                t.read(0.005)
            shown = t.words()
            t.kill(signal.SIGKILL)
            t.end()
            dropped = int(shown.split(" dropped")[0].split()[-1])
            self.assertLessEqual(seen, dropped)
            t = self.open().wait(f"of {N}")
            seen = int(t.words().split(" dropped")[0].split()[-1])
            self.assertGreaterEqual(seen, dropped)
            self.quit(t)

    def test_one_reviewer_at_a_time(self):
        t = self.open().wait(FIRST)
        other = self.open()
        self.assertEqual(other.end(), 3)
        self.assertIn("somebody else is reviewing", other.words())
        listed = self.teql("review", self.suite, "--list")
        self.assertEqual((listed.returncode, listed.stdout), (0, ""))
        self.quit(t)

    def test_disk_full(self):
        t = Terminal(["bash", "-c", 'ulimit -f 1; exec "$0" review "$1"', TEQL, self.suite])
        self.terminals.append(t)
        t.wait(FIRST)
        for _ in range(40):
            t.press("d")
        t.wait("not decided: ", "cannot write")
        self.assertTrue(all(d == "drop" for _, d, _ in self.reviews()))
        n = len(self.reviews())
        self.assertGreater(n, 3)
        t.wait(f"{n} dropped")
        t.kill(signal.SIGTERM)
        t.end()


if __name__ == "__main__":
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(Review)
    result = unittest.TextTestRunner(stream=sys.stdout).run(tests)
    failed = len(result.failures) + len(result.errors)
    print(f"terminal: {result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
