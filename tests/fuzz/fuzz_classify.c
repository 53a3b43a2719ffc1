/* fuzz_classify.c: three lines, a query and two questions of any bytes. Words that show a kind must
 * be words of the questions. */
#include "input.h"
#include "link/meaning.h"
#include "rewording/classifier.h"
#include "sql/parse.h"

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"town\",\"line\"],"
    "\"table_names\":[\"town\",\"line\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"founded\"],[0,\"area\"],"
    "[1,\"number\"],[1,\"town_id\"],[1,\"opened_on\"],[1,\"number_stops\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"id\"],[0,\"name\"],[0,\"founded\"],[0,\"area\"],"
    "[1,\"number\"],[1,\"town id\"],[1,\"opened on\"],[1,\"number stops\"]],"
    "\"column_types\":[\"text\",\"number\",\"text\",\"number\",\"number\",\"text\",\"number\","
    "\"time\",\"number\"],\"primary_keys\":[1],\"foreign_keys\":[[6,1]]}]";

/* The same for every input. */
struct known {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct indicator_book book;
};

static const struct known *known(void)
{
    static struct known k;
    struct err e;
    if (k.book.schema)
        return &k;
    require(lexicon_load(&k.lexicon, &LEXICON, NULL, &e) == OK);
    require(schema_set_parse(&k.arena, STR(tables_json), &k.schemas, &e) == OK);
    require(indicator_book_build(&k.book, &k.arena, &k.lexicon, &k.schemas.schemas[0], NULL, &e) ==
            OK);
    return &k;
}

static bool is_within(struct str part, struct str whole)
{
    return part.len == 0 || (part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len);
}

static void check(const struct reword_verdict *v, struct str before, struct str after)
{
    require(v->top < N_REWORD_KINDS && v->kinds[v->top]);
    require(v->kinds[REWORD_OTHERS] == (v->n_signs == 0));
    for (uint32_t i = 0; i < v->n_signs; i++) {
        require(v->kinds[sign_kind(v->signs[i].type)]);
        require(is_within(v->signs[i].from, before));
        require(is_within(v->signs[i].to, after));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct known *k = known();
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct str sql = str_split(&rest, '\n');
    struct str before = rest.ptr ? str_split(&rest, '\n') : STR("");
    struct str after = rest.ptr ? rest : STR("");
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    if (sql_parse(&a, sql, &stmt, &e) == OK &&
        sql_resolve(&a, k->book.schema, &stmt, &resolution, &e) == OK) {
        const struct resolved_query query = {k->book.schema, &stmt, &resolution};
        struct meaning meaning = meaning_of(&a, &query);
        struct reword_verdict v = reword_classify(&a, &k->book, &meaning.parts, before, after);
        check(&v, before, after);
    }
    arena_release(&a);
    return 0;
}
