"""make_answers.py SUITE [FROM]: answers to a suite that are wrong in known ways, and questions that are hostile.

Every third case, from number FROM on, is answered by another query, some by a query whose rows and text are HTML, some not at all. Two seeds
are answered wrongly: one as its cases are, always, the other alone. All answers tell their time and tokens. In the
suite, the question of the case HOSTILE_ID becomes one that is HTML, and that of LONG_ID one of 100,000 characters.
"""
import json
import sys

HOSTILE = "</script><img src=x onerror=\"window.hacked=1\"><b>&amp;'\"\u202egnp.exe\u2028\u0001"
HOSTILE_ID, LONG_ID = "1-PI-0", "1-PI-1"
WRONG_STEADY, WRONG_ALONE = 6, 7
WRONG = "SELECT 'wrong'"


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answer(number, case, seed):
    if seed["seed"] == WRONG_STEADY:
        return {"sql": WRONG}
    if case["id"] in (HOSTILE_ID, LONG_ID):
        return {"sql": "SELECT '" + HOSTILE.replace("'", "''") + "', 9007199254740993, 1.0, NULL"}
    if number % 50 == 0:
        return {"error": "connection reset"}
    if number % 50 == 1:
        return {"sql": "SELECT nothing FROM nowhere"}
    if number % 3 == 0:
        return {"sql": seed["query"] + " LIMIT 0" if "LIMIT" not in seed["query"].upper() else "SELECT 1"}
    return {"sql": case["query"]}


def main(suite, start=0):
    seeds = {seed["seed"]: seed for seed in read(suite + "/seeds.jsonl")}
    cases = read(suite + "/cases.jsonl")
    for case in cases:
        if case["id"] == HOSTILE_ID:
            case["question"] = HOSTILE
        if case["id"] == LONG_ID:
            case["question"] = "word " * 20000
    with open(suite + "/cases.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(case) + "\n" for case in cases)
    for number, seed in seeds.items():
        sql = WRONG if number in (WRONG_STEADY, WRONG_ALONE) else seed["query"]
        print(json.dumps({"id": f"seed-{number}", "sql": sql, "ms": 2000, "prompt_tokens": 90, "completion_tokens": 1}))
    for number, case in enumerate(cases):
        print(json.dumps({"id": case["id"], "ms": 40, "prompt_tokens": 100, "completion_tokens": 20,
                          **answer(number - start, case, seeds[case["seed"]])}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
