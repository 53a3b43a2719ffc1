#!/usr/bin/env python3
"""moody.py: a system that answers by what the letters of a question add up to: the same each time, and weak at any place.

What it is asked goes to $ASKED. It is slow for SLOW seconds. With UNPLUGGED=N it is gone after N questions in $ASKED,
unless there is a file "plugged".
"""
import json
import os
import sys
import time
import zlib

log = os.environ.get("ASKED", "asked.txt")


def is_unplugged():
    if "UNPLUGGED" not in os.environ or os.path.exists("plugged") or not os.path.exists(log):
        return False
    with open(log) as f:
        return len(f.readlines()) >= int(os.environ["UNPLUGGED"])


for line in sys.stdin:
    r = json.loads(line)
    if is_unplugged():
        sys.exit(1)
    time.sleep(float(os.environ.get("SLOW", "0")))
    tables = r["schema"]["table_names_original"]
    with open(log, "a") as f:
        f.write(r["question"] + "\t" + ",".join(tables) + "\n")
    mood = zlib.crc32((r["question"] + tables[0]).encode()) % 5
    sql = 'SELECT count(*) FROM "%s"' % min(tables) if mood else "SELECT 'no'"
    print(json.dumps({"id": r["id"], "sql": sql}), flush=True)
