#!/usr/bin/env python3
"""weak.py WORDS [fussy]: a system that breaks when all of the WORDS, with commas between them, are asked for.

What it is asked goes to asked.txt, and each start to starts.txt. It is slow for SLOW seconds, and says SAID where it
breaks. "fussy": what is not broken is written otherwise where the question begins otherwise. With UNPLUGGED=N it is
gone after N questions in asked.txt, unless there is a file "plugged".
"""
import json
import os
import sys
import time

weakness, fussy = sys.argv[1].split(","), "fussy" in sys.argv[2:]


def note(file, text):
    with open(file, "a") as f:
        f.write(text + "\n")


def is_unplugged():
    if "UNPLUGGED" not in os.environ or os.path.exists("plugged") or not os.path.exists("asked.txt"):
        return False
    with open("asked.txt") as f:
        return len(f.readlines()) >= int(os.environ["UNPLUGGED"])


def answer(line, question):
    if all(word in line for word in weakness):
        return os.environ.get("SAID", "SELECT age FROM customer")
    sql = "SELECT name FROM customer"
    if fussy and not question.startswith(("Show", "What are")):
        sql += " WHERE age > 0"  # which is the same, and looks as if it came nearer
    return sql


note("starts.txt", "start")
for line in sys.stdin:
    r = json.loads(line)
    if is_unplugged():
        sys.exit(1)
    time.sleep(float(os.environ.get("SLOW", "0")))
    note("asked.txt", r["question"] + "\t" + ",".join(sorted(r["schema"]["table_names_original"])))
    print(json.dumps({"id": r["id"], "sql": answer(line, r["question"])}), flush=True)
