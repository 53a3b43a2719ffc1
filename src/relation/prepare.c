/* prepare.c: reading a seed's query. */
#include "relation/prepare.h"

#include "link/reading.h"
#include "relation/fresh_name.h"
#include "sql/parse.h"

static bool *new_flags(struct arena *a, uint32_t n, bool value)
{
    bool *f = arena_alloc(a, n);
    memset(f, value, n);
    return f;
}

static void mark_reads(const struct schema *s, const struct sql_resolution *r, bool *columns,
                       bool *tables)
{
    for (uint32_t i = 0; i < r->n_reads; i++) {
        uint32_t column = r->reads[i].column;
        tables[r->reads[i].table] = true;
        if (column != SCHEMA_NONE && column != SCHEMA_STAR)
            columns[column] = true;
        uint32_t rowid = s->tables[r->reads[i].table].rowid;
        if (column == SCHEMA_STAR && rowid != SCHEMA_STAR)
            columns[rowid] = true; /* the rowid is this column under another name */
    }
}

/* Tables that a view reads count as read by every query. */
static void mark_viewed(const struct schema *s, bool *tables)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        tables[t] = tables[t] || s->tables[t].viewed;
}

/* Several relations use the taken names. */
static void find_names(struct arena *a, struct relation_seed *s)
{
    struct taken_names *taken = ARENA_NEW(a, struct taken_names);
    *taken = taken_names_of(a, s);
    s->taken = taken;
}

/* Without a gold query, a column that the question names may be meant even if the stand-in does not
 * read it. */
static void mark_named(struct arena *a, const struct relation_seed *s, bool *columns)
{
    const struct taken_names *taken = s->taken;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        columns[c] = columns[c] || question_names(a, taken, s->schema->columns[c].name) ||
                     question_names(a, taken, s->schema->columns[c].natural);
}

const struct words *relation_words(struct arena *a, const struct lexicon *l, struct str question)
{
    struct words *words = ARENA_NEW(a, struct words);
    const struct lemmatizer z = {l};
    *words = words_read(a, &z, question);
    if (words->cut)
        *words = (struct words){.text = question, .cut = true};
    return words;
}

void relation_prepare(struct arena *a, const struct seed *seed, const struct lexicon *lexicon,
                      const struct knowledge *knowledge, struct schema_memory *memory,
                      struct relation_seed *out, struct err *e)
{
    const struct schema *s = seed->schema;
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    *e = (struct err){.code = OK};
    struct str query = seed_query(seed);
    bool readable = query.ptr && sql_parse(a, query, stmt, e) == OK &&
                    sql_resolve(a, s, stmt, resolution, e) == OK;
    bool *columns = new_flags(a, s->n_columns, !readable),
         *tables = new_flags(a, s->n_tables, !readable);
    if (readable)
        mark_reads(s, resolution, columns, tables);
    mark_viewed(s, tables);
    *out =
        (struct relation_seed){.seed = seed,
                               .schema = s,
                               .stmt = readable ? stmt : NULL,
                               .resolution = readable ? resolution : NULL,
                               .column_read = columns,
                               .table_read = tables,
                               .lexicon = lexicon,
                               .words = lexicon ? relation_words(a, lexicon, seed->question) : NULL,
                               .knowledge = knowledge,
                               .memory = memory};
    find_names(a, out);
    if (!seed->query.ptr) {
        mark_named(a, out, columns);
        e->code = OK; /* an unreadable stand-in is not an error of the dataset */
    }
}

void relation_prepare_reading(struct arena *a, const struct indicator_book *book,
                              const struct reword_rules *rewording, struct relation_seed *s)
{
    if (!s->stmt)
        return;
    struct meaning *meaning = ARENA_NEW(a, struct meaning);
    struct question_reading *reading = ARENA_NEW(a, struct question_reading);
    const struct resolved_query query = {s->schema, s->stmt, s->resolution};
    *meaning = meaning_of(a, &query);
    struct words words = *s->words;
    if (words.cut)
        words = words_read(a, &book->link.lemmatizer, s->seed->question);
    *reading = question_read(a, book, s->knowledge, meaning, &words);
    s->rewording = rewording;
    s->reading = reading;
}
