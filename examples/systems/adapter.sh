#!/bin/sh
# A text-to-SQL system that teql can ask, in POSIX sh and jq:
#
#     teql ask --suite SUITE --system 'command:sh adapter.sh' --out predictions.jsonl
#
# Replace the body of answer() with your own. docs/reference/systems.md describes the lines that go in and out.
set -u

# Words that SQLite takes for a name only in quotes.
reserved="
add all alter and as autoincrement between case check collate commit constraint create default
deferrable delete distinct drop else escape except exists foreign from group having in index
insert intersect into is isnull join limit not notnull null on or order primary references
returning select set table then to transaction union unique update using values when where
"

# as_name NAME: print the name as SQL needs it, in quotes unless it is one plain word.
as_name() {
    if printf '%s\n' "$1" | grep -qx '[A-Za-z_][A-Za-z_0-9]*' &&
        ! printf '%s\n' "$reserved" | grep -qiwF -e "$1"; then
        printf '%s' "$1"
    else
        printf '"%s"' "$(printf '%s\n' "$1" | sed 's/"/""/g')"
    fi
}

# answer QUESTION TABLES DATABASE: print the SQL, or fail. TABLES has one name a line; DATABASE is a
# path, or empty. This one counts the rows of the first table that the question mentions.
answer() {
    printf '%s\n' "$2" | while IFS= read -r table; do
        if printf '%s\n' "$1" | grep -qiF -e "$table"; then
            printf 'SELECT count(*) FROM %s\n' "$(as_name "$table")"
            break
        fi
    done | grep .
}

# member FILTER: what jq makes of the request.
member() {
    printf '%s\n' "$request" | jq -r "$1"
}

while IFS= read -r request; do
    if sql=$(answer "$(member .question)" "$(member '.schema.table_names_original[]')" \
        "$(member '.database // ""')"); then
        printf '%s\n' "$request" | jq -c --arg sql "$sql" '{id, sql: $sql}'
    else
        printf '%s\n' "$request" | jq -c '{id, error: "the question mentions no table"}'
    fi
done
