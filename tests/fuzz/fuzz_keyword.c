/* fuzz_keyword.c: any bytes as a question, each byte as a word of one, and after a NUL any bytes as
 * a tables.json to ask of. Whatever builtin:keyword answers must be a statement. */
#include "input.h"
#include "nlidb/keyword.h"
#include "sql/parse.h"

enum { DEADLINE_MS = 1000, MAX_SCHEMAS = 4 };

static const char ddl[] =
    "CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT, founded INTEGER, area REAL);"
    "CREATE TABLE \"bus line\"(number TEXT, town_id INTEGER REFERENCES town(id), opened_on TEXT,"
    " is_night INTEGER);"
    "INSERT INTO town VALUES(1, 'Upper Mill', 1900, 2.5), (2, 'Ely', 1850, 7);"
    "INSERT INTO \"bus line\" VALUES('7', 1, '2020-05-01', 1), ('8b', 2, '2021-06-01', 0);";

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"town\",\"bus line\"],"
    "\"table_names\":[\"town\",\"bus line\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"founded\"],[0,\"area\"],"
    "[1,\"number\"],[1,\"town_id\"],[1,\"opened_on\"],[1,\"is_night\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"founded\"],[0,\"area\"],"
    "[1,\"number\"],[1,\"town id\"],[1,\"opened on\"],[1,\"is night\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"number\",\"text\",\"number\","
    "\"time\",\"number\"],\"primary_keys\":[1],\"foreign_keys\":[[6,1]]}]";

/* The same for every input. */
struct known {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct database *db;
    struct keyword_index *index;
};

static const struct known *known(void)
{
    static struct known k;
    struct err e;
    if (k.index)
        return &k;
    require(lexicon_load(&k.lexicon, &KEYWORD_LEXICON, NULL, &e) == OK);
    require(schema_set_parse(&k.arena, STR(tables_json), &k.schemas, &e) == OK);
    require(database_open_memory(STR(ddl), &k.db, &e) == OK);
    require(keyword_index_new(&k.lexicon, &k.schemas.schemas[0], k.db, &k.index, &e) == OK);
    return &k;
}

/* SQLite compiles the answer to the question. */
static void ask_database(const struct known *k, struct str question, struct arena *a)
{
    struct str sql = keyword_answer(k->index, question, a).sql;
    struct query_limits limits = {.deadline = deadline_after_ms(DEADLINE_MS),
                                  .max_rows = 1000,
                                  .max_bytes = 1 << 20,
                                  .enough_rows = 1};
    struct query_result result;
    struct err e;
    require(sql.ptr != NULL);
    require(database_query(k->db, sql, &limits, a, &result, &e) == OK);
    require(result.outcome == QUERY_ROWS || result.outcome == QUERY_TIMEOUT ||
            result.outcome == QUERY_TOO_LARGE);
}

static void ask_schema(const struct known *k, const struct schema *s, struct str question,
                       struct arena *a)
{
    struct sql_stmt stmt;
    struct err e;
    struct keyword_index *index;
    require(keyword_index_new(&k->lexicon, s, NULL, &index, &e) == OK);
    struct str sql = keyword_answer(index, question, a).sql;
    require(!sql.ptr || sql_parse(a, sql, &stmt, &e) == OK);
    keyword_index_free(index);
}

/* Words that rules look for; a question of them goes deeper than one of any bytes. */
static const char *const vocabulary[] = {
    "town",
    "towns",
    "bus line",
    "lines",
    "name",
    "names",
    "founded",
    "area",
    "number",
    "opened",
    "night",
    "Ely",
    "'Ely'",
    "\"Upper Mill\"",
    "2020",
    "1900",
    "3",
    "two",
    "million",
    "May",
    "what are the",
    "how many",
    "show",
    "list",
    "which",
    "who",
    "whose",
    "with",
    "have",
    "that",
    "of",
    "for each",
    "each",
    "per",
    "by",
    "in",
    "the",
    "all",
    "and",
    "or",
    "both",
    "but",
    "not",
    "no",
    "without",
    "never",
    "any",
    "average",
    "total",
    "maximum",
    "lowest",
    "highest",
    "largest",
    "oldest",
    "older",
    "than",
    "more",
    "less",
    "at least",
    "between",
    "before",
    "after",
    "most",
    "fewest",
    "common",
    "top",
    "sorted",
    "order",
    "descending",
    "alphabetical",
    "first",
    "last",
    "from",
    "to",
    "starts with",
    "contains",
    "the letter",
    "different",
    "number of",
    "in total",
    "on average",
    "as well",
    "also",
    "missing",
    "when",
    "is",
    "are",
    ",",
    ".",
    "?",
    "than the average",
    "or more",
    "exactly",
    "id",
    "full name",
    "information",
    "leave out",
    "(",
    "other than",
    "date",
    "year",
    "years old",
    "times",
    "their",
    "together with",
};

static struct str words_of(struct arena *a, struct str bytes)
{
    enum { N_WORDS = COUNT_OF(vocabulary), LONGEST = 20 };
    char *out = arena_alloc(a, bytes.len * LONGEST + 1);
    size_t n = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        struct str word = str_from(vocabulary[(unsigned char)bytes.ptr[i] % N_WORDS]);
        memcpy(out + n, word.ptr, word.len);
        n += word.len;
        out[n++] = ' ';
    }
    return (struct str){out, n};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct known *k = known();
    struct arena a = {0};
    struct str text = {(const char *)data, size};
    size_t nul = str_find(text, (struct str){"", 1}, 0);
    struct str question = str_slice(text, 0, nul);
    struct schema_set set;
    struct err e;
    ask_database(k, text, &a);
    ask_database(k, words_of(&a, text), &a);
    if (nul < size && schema_set_parse(&a, str_slice(text, nul + 1, size), &set, &e) == OK)
        for (uint32_t i = 0; i < set.count && i < MAX_SCHEMAS; i++)
            ask_schema(k, &set.schemas[i], question, &a);
    arena_release(&a);
    return 0;
}
