#!/usr/bin/env python3
"""A text-to-SQL system that teql can ask:

    teql ask --suite SUITE --system 'command:python3 adapter.py' --out predictions.jsonl

Replace the body of answer() with your own. docs/reference/systems.md describes the lines that go in and out.
"""
import json
import re
import sys
import traceback


# Words that SQLite takes for a name only in quotes.
RESERVED = set("""
add all alter and as autoincrement between case check collate commit constraint create default
deferrable delete distinct drop else escape except exists foreign from group having in index
insert intersect into is isnull join limit not notnull null on or order primary references
returning select set table then to transaction union unique update using values when where
""".split())


def as_name(name):
    """The name as SQL needs it: in quotes unless it is one plain word."""
    if re.fullmatch("[A-Za-z_][A-Za-z_0-9]*", name) and name.lower() not in RESERVED:
        return name
    return '"' + name.replace('"', '""') + '"'


def answer(question, schema, database):
    """Return the SQL that answers the question.

    schema is an entry of Spider's tables.json; database is the path of a SQLite file, or None. The
    request has more members, such as BIRD's evidence: see docs/reference/systems.md. An exception is
    reported as the error of this question. This one counts the rows of the table that the question
    mentions.
    """
    words = [word.strip(".,:;?!'\"()").lower() for word in question.split()]
    text = " ".join(words)
    names = zip(schema["table_names"], schema["table_names_original"])
    for natural, original in sorted(names, key=lambda name: -len(name[0])):
        if natural.lower() in text or original.lower() in words:
            return f'SELECT count(*) FROM {as_name(original)}'
    raise ValueError("the question mentions no table")


def main():
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        try:
            reply["sql"] = answer(request["question"], request["schema"], request["database"])
        except Exception as problem:
            traceback.print_exc()  # standard error goes to the log
            reply["error"] = str(problem)
        print(json.dumps(reply), flush=True)  # what stays in a buffer comes too late for --timeout


if __name__ == "__main__":
    main()
