"""make_unmoved.py SUITE: answers to a suite that are wrong in every case, by queries that run where they can.

Where the answer should change, the system says again what it said to the seed. Else its query sorts the other way
round, or gives no rows. The seed BY_GOLD is answered by another query than its gold.
"""
import json
import sys

from make_answers import read

BY_GOLD = 1
OTHER_WORDS = "SELECT name FROM customer WHERE NOT age <= 30"


def wrong(case, seed):
    if case["expect"] == "changed":
        return seed["said"]
    return case["query"].replace("DESC", "ASC") if "DESC" in case["query"] else case["query"] + " LIMIT 0"


def main(suite):
    seeds = {seed["seed"]: seed for seed in read(suite + "/seeds.jsonl")}
    for number, seed in seeds.items():
        seed["said"] = OTHER_WORDS if number == BY_GOLD else seed["query"]
        print(json.dumps({"id": f"seed-{number}", "sql": seed["said"]}))
    for case in read(suite + "/cases.jsonl"):
        print(json.dumps({"id": case["id"], "sql": wrong(case, seeds[case["seed"]])}))


if __name__ == "__main__":
    main(sys.argv[1])
