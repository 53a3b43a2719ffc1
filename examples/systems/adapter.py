#!/usr/bin/env python3
"""A text-to-SQL system that teql can ask:

    teql ask --suite SUITE --system 'command:python3 adapter.py' --out predictions.jsonl

Replace the body of answer() by your own. docs/systems.md describes the lines that go in and out.
"""
import json
import sys
import traceback


def answer(question, schema, database):
    """Return the SQL that answers the question.

    schema is an entry of Spider's tables.json; database is the path of a SQLite file, or None. An
    exception is reported as the error of this question. This one counts the rows of the table that
    the question mentions.
    """
    words = [word.strip(".,:;?!'\"()").lower() for word in question.split()]
    text = " ".join(words)
    names = zip(schema["table_names"], schema["table_names_original"])
    for natural, original in sorted(names, key=lambda name: -len(name[0])):
        if natural.lower() in text or original.lower() in words:
            return f'SELECT count(*) FROM {original}'
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
        print(json.dumps(reply), flush=True)  # without flush, teql would wait for ever


if __name__ == "__main__":
    main()
