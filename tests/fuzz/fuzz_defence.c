/* fuzz_defence.c: a question, an answer, and schemas with several names, of any bytes. Under the
 * names that a question uses, no two tables are alike; a table gets its own name back,
 * and what is written is read as the same names. */
#include "defence/auto_annotation.h"
#include "defence/shown_schema.h"
#include "input.h"
#include "sql/quote.h"

enum { MAX_SCHEMAS = 4 };

/* The same for every input. */
struct known {
    struct lexicon lexicon;
    struct knowledge knowledge;
    bool ready;
};

static const struct known *known(void)
{
    static const struct knowledge_sources USUAL = {.min_weight = 1};
    static struct known k;
    struct err e;
    if (k.ready)
        return &k;
    require(lexicon_load(&k.lexicon, &LEXICON, NULL, &e) == OK);
    require(knowledge_load(&k.knowledge, &k.lexicon, &USUAL, &e) == OK);
    k.ready = true;
    return &k;
}

static struct str read_all(struct arena *a, struct str table)
{
    struct buf text = {0};
    buf_put(&text, STR("SELECT * FROM "));
    sql_put_name(&text, table);
    struct str sql = arena_str(a, buf_str(&text));
    buf_release(&text);
    return sql;
}

static bool has_columns(const struct schema *s, uint32_t table)
{
    for (uint32_t c = 1; c < s->n_columns; c++)
        if (s->columns[c].table == table)
            return true;
    return false;
}

/* A star over a table without columns, which no database has, says nothing. */
static void check_shown(struct arena *a, const struct shown_schema *s)
{
    require(s->schema->n_tables == s->hidden->n_tables);
    require(s->schema->n_columns == s->hidden->n_columns);
    for (uint32_t t = 0; t < s->schema->n_tables; t++) {
        struct str now = s->schema->tables[t].name, name = s->hidden->tables[t].name;
        require(schema_find_table(s->schema, now) == t);
        if (!memchr(now.ptr, '\0', now.len) && !memchr(name.ptr, '\0', name.len) && now.len > 0 &&
            has_columns(s->schema, t))
            require(str_eq_nocase(shown_answer(a, s, read_all(a, now)).sql, read_all(a, name)));
    }
}

static void check_written(struct arena *a, const struct annotated_schema *x)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct annotation_set again;
    struct err e;
    json_array_open(&w);
    annotated_schema_json(&w, x);
    json_array_close(&w);
    require(annotation_set_parse(a, buf_str(&text), &again, &e) == OK);
    for (uint32_t t = 0; t < x->schema->n_tables; t++)
        require(again.items[0].tables[t].count == x->tables[t].count);
    buf_release(&text);
}

/* The schema as a dataset has it: with one name each. */
static struct schema *plain(struct arena *a, const struct annotated_schema *x)
{
    struct schema *s = ARENA_NEW(a, struct schema);
    *s = *x->schema;
    for (uint32_t t = 0; t < s->n_tables; t++)
        s->tables[t].natural = x->tables[t].names[0];
    for (uint32_t c = 0; c < s->n_columns; c++)
        s->columns[c].natural = x->columns[c].names[0];
    return s;
}

static void defend(struct arena *a, const struct known *k, const struct annotated_schema *named,
                   struct str question, struct str answer)
{
    struct annotated_schema x = annotated_over(a, named, plain(a, named), NULL);
    struct annotation_index index;
    struct shown_schema shown;
    check_written(a, named);
    annotation_index_build(&index, a, &k->lexicon, &k->knowledge.wordnet, &x);
    struct selection s = selection_of(a, &index, question);
    if (!shown_schema_make(a, &x, &s, NULL, &shown))
        return;
    check_shown(a, &shown);
    (void)shown_answer(a, &shown, answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct known *k = known();
    struct arena a = {0};
    struct str rest = {(const char *)data, size};
    struct str question = input_part(&rest), answer = input_part(&rest), text = input_part(&rest);
    struct annotation_set set;
    struct err e;
    if (annotation_set_parse(&a, text, &set, &e) == OK)
        for (uint32_t i = 0; i < set.count && i < MAX_SCHEMAS; i++) {
            defend(&a, k, &set.items[i], question, answer);
            struct annotated_schema own =
                auto_annotated(&a, &k->knowledge, set.items[i].schema, NULL, STRENGTH_BOLD);
            defend(&a, k, &own, question, answer);
        }
    arena_release(&a);
    return 0;
}
