#!/usr/bin/env python3
"""claims.py SUITE ORIGINALS: run the golds of a suite anew, and compare their rows with the claims.

Everything is done with Python's sqlite3, on the originals (ORIGINALS/<db_id>/<db_id>.sqlite) and on the copies in the
suite, so a mistake in teql's own engine, views or comparison does not hide itself. Prints a line for each case that does
not hold, and how many were looked at.
"""
import collections
import json
import os
import re
import sqlite3
import sys


def rows_of(path, query):
    database = sqlite3.connect(f'file:{path}?mode=ro&immutable=1', uri=True)
    database.text_factory = lambda b: b.decode(errors='ignore')
    cursor = database.execute(query)
    rows, names = cursor.fetchall(), [d[0] for d in cursor.description]
    database.close()
    return rows, names


def key(value):
    """1 and 1.0 are the same, a number and its text are not; sums of reals differ in their last digits."""
    return ('n', round(value, 6)) if isinstance(value, (int, float)) else (type(value).__name__, value)


def comparable(rows, ordered):
    keys = [tuple(key(v) for v in row) for row in rows]
    return keys if ordered else collections.Counter(keys)


def orders_rows(query):
    """Is there an ORDER BY outside all brackets?"""
    inner = None
    while inner != query:
        inner, query = query, re.sub(r'\([^()]*\)', ' ', query)
    return re.search(r'\border\s+by\b', query, re.I) is not None


def mappings_of(entry, original):
    """New columns that are another form of an old one: lower name -> (name of the old one, mapping)."""
    found = {}
    at = 1
    for table in entry.get('migration', {}).get('tables', []):
        for source in table.get('columns', original['width'][table['base']]):
            name = entry['column_names_original'][at][1].lower()
            if isinstance(source, dict) and 'mapped' in source:
                found.setdefault(name, (source['mapped'], source))
            at += 1
    return found


def literal(text):
    return text[1:-1].replace("''", "'") if text.startswith("'") else (float(text) if '.' in text else int(text))


def column_of(name):
    """The column that a result is about, and the function around it: "max(T1.birth_year)"."""
    found = re.fullmatch(r'(?:(\w+)\()?(?:\w+\.)?["`\[]?(.+?)["`\]]?\)?', name.replace(' ', '', 1).strip())
    return ((found[2] or '').lower().split('.')[-1].strip('"'), (found[1] or '').lower()) if found else (name.lower(), '')


def parts_joined(parts, mapping):
    if parts[0] is None:
        return parts[-1] if mapping.get('whole') else None
    *before, end = (str(v) for v in parts)
    return mapping['separator'].join(before) + mapping.get('last', mapping['separator']) + end


def digits_joined(parts, after):
    if not all(isinstance(p, int) for p in parts):
        return parts[0]
    return sum(p * 10 ** n for p, n in zip(parts, after))


def mapped_back(rows, names, mappings):
    """The rows in the form of the old columns."""
    steps, i = [], 0
    while i < len(names):
        column, function = column_of(names[i])
        old, mapping = mappings.get(column, (None, {}))
        count = function == 'count'
        if 'part' in mapping and not count:
            n = mapping['parts']
            if 'digits' in mapping:
                after = [mappings[column_of(names[k])[0]][1]['after'] for k in range(i, i + n)]
                steps.append(lambda r, i=i, after=after: digits_joined(r[i:i + len(after)], after))
            else:
                steps.append(lambda r, i=i, n=n, m=mapping: parts_joined(r[i:i + n], m))
            i += n
        elif 'flag' in mapping and not count:
            flags = []
            while i < len(names) and mappings.get(column_of(names[i])[0], (None, {}))[0] == old:
                flags.append((i, literal(mappings[column_of(names[i])[0]][1]['flag'])))
                i += 1
            steps.append(lambda r, flags=flags: next((v for at, v in flags if r[at] == 1), None))
        else:
            if 'dictionary' in mapping and not count:
                words = {literal(new): literal(was) for was, new in mapping['dictionary']}
                steps.append(lambda r, i=i, words=words: words.get(r[i], r[i]))
            elif 'factor' in mapping and not count:
                steps.append(lambda r, i=i, m=mapping: None if r[i] is None else (r[i] - m['offset']) / m['factor'])
            else:
                steps.append(lambda r, i=i: r[i])
            i += 1
    return [tuple(step(row) for step in steps) for row in rows]


def read_tables(suite):
    with open(os.path.join(suite, 'tables.json')) as file:
        entries = {entry['db_id']: entry for entry in json.load(file)}
    for entry in entries.values():
        widths = collections.Counter(column[0] for column in entry['column_names_original'])
        entry['width'] = [list(range(widths[t])) for t in range(len(entry['table_names_original']))]
    return entries


def fault_of(case, seed, entries, suite, originals):
    original = os.path.join(originals, seed['db_id'], seed['db_id'] + '.sqlite')
    path = os.path.join(suite, 'database', case['db_id'], case['db_id'] + '.sqlite')
    path = path if case['db_id'] != seed['db_id'] else original
    before, _ = rows_of(original, seed['query'])
    after, names = rows_of(path, case['query'])
    ordered = orders_rows(seed['query'])
    if case['expect'] == 'changed':
        if before and not after:
            return 'empty'
        return 'not visible' if comparable(before, ordered) == comparable(after, ordered) else None
    if case['expect'] == 'mapped':
        entry = entries[case['db_id']]
        after = mapped_back(after, names, mappings_of(entry, entries[seed['db_id']]))
    return None if comparable(before, ordered) == comparable(after, ordered) else 'differs'


def main(suite, originals):
    entries = read_tables(suite)
    with open(os.path.join(suite, 'seeds.jsonl')) as file:
        seeds = {seed['seed']: seed for seed in map(json.loads, file)}
    looked, faults = collections.Counter(), 0
    with open(os.path.join(suite, 'cases.jsonl')) as file:
        for case in map(json.loads, file):
            looked[case['relation']] += 1
            fault = fault_of(case, seeds[case['seed']], entries, suite, originals)
            if fault:
                faults += 1
                print(f"{case['id']}: {fault}: {case['query']}")
    for relation, count in sorted(looked.items()):
        print(f'{relation}: {count} looked at')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
