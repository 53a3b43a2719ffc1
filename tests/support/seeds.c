/* seeds.c: seeds for tests of relations. */
#include "seeds.h"

#include "link/pattern/phrase_list.h"
#include "relation/prepare.h"
#include "sql/parse.h"

static void note_reads(struct arena *a, struct relation_seed *s)
{
    bool *columns = arena_zalloc(a, s->schema->n_columns + 1);
    bool *tables = arena_zalloc(a, s->schema->n_tables + 1);
    for (uint32_t i = 0; s->resolution && i < s->resolution->n_reads; i++) {
        const struct sql_read *r = &s->resolution->reads[i];
        tables[r->table] = true;
        if (r->column != SCHEMA_NONE && r->column != SCHEMA_STAR)
            columns[r->column] = true;
    }
    s->column_read = columns;
    s->table_read = tables;
}

struct relation_seed make_seed(struct arena *a, const struct lexicon *l,
                               const struct schema *schema, struct str question, struct str query)
{
    struct seed *seed = ARENA_NEW(a, struct seed);
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct err e;
    *seed = (struct seed){
        .question = question, .query = query, .schema = schema, .db_id = schema->db_id};
    struct relation_seed s = {
        .seed = seed, .schema = schema, .lexicon = l, .words = relation_words(a, l, question)};
    if (query.ptr && sql_parse(a, query, stmt, &e) == OK &&
        sql_resolve(a, schema, stmt, resolution, &e) == OK) {
        s.stmt = stmt;
        s.resolution = resolution;
    }
    struct phrase_list *phrases = ARENA_NEW(a, struct phrase_list);
    if (phrase_list_load(phrases, a, l, &e) == OK)
        s.phrases = phrases;
    note_reads(a, &s);
    return s;
}
