"""add_kinds.py SCORES: give the inconsistent cases of a file of scores known kinds of error and differences, one
of them hostile, and their seeds SQL elements."""
import json
import sys

KINDS = ["column prediction", "operator", "others"]
DIFFERENCES = [{"clause": "SELECT", "depth": 0, "before": "name", "after": None},
               {"clause": "WHERE", "depth": 1, "before": "a < 1", "after": "<i>b</i>"}]


def main(path):
    with open(path, encoding="utf-8") as text:
        scores = json.load(text)
    for number, seed in enumerate(scores["seeds"]):
        seed["elements"] = ["WHERE", "JOIN"][: 1 + number % 2]
    for case in scores["cases"]:
        case.pop("type", None)
        case.pop("kind", None)
    inconsistent = [case for case in scores["cases"] if case["cause"] == "inconsistent"]
    for number, case in enumerate(inconsistent):
        case.update(type=KINDS[number % 5 % 3], differences=DIFFERENCES)
        if number % 5 == 2:
            case.update(kind="wrong value")
    with open(path, "w", encoding="utf-8") as out:
        json.dump(scores, out)


if __name__ == "__main__":
    main(sys.argv[1])
