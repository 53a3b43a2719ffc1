#!/usr/bin/env python3
"""tests/support/answer_over_schema.py SEEN: a system whose answers tell what it was shown.

Appends the id of each request to the file SEEN, and answers with a digest of question and schema, and of the tables
in the database, as far as there is one. In the environment:

SLOW=IDS UNTIL=ID      answers to SLOW come only when UNTIL was asked, and PAUSE seconds after
COUNT=FILE             how many requests there were when the first such answer came
STOP=N                 at request N the program that asks is sent SIGUSR1
"""
import hashlib
import json
import os
import signal
import sqlite3
import sys
import time


def tables_of(path):
    if not path:
        return []
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        return [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]


def seen(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split()


def wait(path):
    while os.environ["UNTIL"] not in seen(path):
        time.sleep(0.01)
    time.sleep(float(os.environ.get("PAUSE", 0)))
    if "COUNT" in os.environ and not os.path.exists(os.environ["COUNT"]):
        with open(os.environ["COUNT"], "w", encoding="utf-8") as file:
            file.write(str(len(seen(path))))


def main():
    path = sys.argv[1]
    for line in sys.stdin:
        request = json.loads(line)
        with open(path, "a", encoding="utf-8") as file:
            file.write(request["id"] + "\n")
        if request["id"] in os.environ.get("SLOW", "").split():
            wait(path)
        if "STOP" in os.environ and len(seen(path)) == int(os.environ["STOP"]):
            os.kill(os.getppid(), signal.SIGUSR1)
            time.sleep(60)
        shown = json.dumps([request["question"], request["schema"], tables_of(request["database"])])
        digest = hashlib.sha256(shown.encode()).hexdigest()
        print(json.dumps({"id": request["id"], "sql": f"SELECT '{digest}'"}), flush=True)


main()
