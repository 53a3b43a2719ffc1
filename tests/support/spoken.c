/* spoken.c: databases for tests of the grammar. */
#include "spoken.h"

#include "base/file.h"
#include "fixture.h"
#include "unit.h"

void spoken_open(struct spoken *s, const char *sql)
{
    spoken_open_with(s, sql, "/nonexistent");
}

void spoken_open_with(struct spoken *s, const char *sql, const char *wordnet)
{
    const struct knowledge_sources sources = {.wordnet = wordnet};
    struct err e;
    *s = (struct spoken){0};
    assert_int_equal(lexicon_load(&s->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&s->knowledge, &s->lexicon, &sources, &e), OK);
    s->path = fixture_create(&s->arena, sql);
    assert_int_equal(schema_from_database(&s->arena, s->path, STR("small"), &s->schema, &e), OK);
    s->reader = content_reader_new(1);
    s->content = content_reader_of(s->reader, s->path, &s->schema);
    s->world = (struct grammar_world){.schema = &s->schema, .content = &s->content};
    world_learn(&s->arena, &s->knowledge, &s->world);
}

void spoken_close(struct spoken *s)
{
    content_reader_free(s->reader);
    fixture_remove(s->path);
    knowledge_release(&s->knowledge);
    lexicon_release(&s->lexicon);
    arena_release(&s->arena);
}

struct grammar spoken_grammar(struct arena *a, const char *text)
{
    struct grammar g = {0};
    struct err e;
    if (grammar_read(a, str_from(text), &g, &e) || grammar_check(&g, 0, g.count, &e))
        fail_msg("%u:%u: %s", e.line, e.col, e.msg);
    return g;
}

struct grammar spoken_shipped(struct arena *a)
{
    struct str text;
    struct err e;
    assert_int_equal(file_read(a, TEQL_SOURCE_DIR "/data/canonical.grammar", 1 << 20, &text, &e),
                     OK);
    return spoken_grammar(a, text.ptr);
}

uint32_t spoken_table_id(const struct spoken *s, const char *table)
{
    uint32_t id = schema_find_table(&s->schema, str_from(table));
    assert_int_not_equal(id, SCHEMA_NONE);
    return id;
}

uint32_t spoken_column_id(const struct spoken *s, const char *table, const char *column)
{
    uint32_t id = schema_find_column(&s->schema, spoken_table_id(s, table), str_from(column));
    assert_int_not_equal(id, SCHEMA_NONE);
    return id;
}

void spoken_check_column(const struct spoken *s, const char *table, const char *column,
                         const char *one)
{
    struct str said = s->world.columns[spoken_column_id(s, table, column)].one;
    if (!str_eq(said, str_from(one)))
        fail_msg("%s.%s is said '%.*s'", table, column, STR_ARG(said));
}

void spoken_check_table(const struct spoken *s, const char *table, const char *one,
                        const char *many)
{
    const struct spoken_name *n = &s->world.tables[spoken_table_id(s, table)];
    if (!str_eq(n->one, str_from(one)) || !str_eq(n->many, str_from(many)))
        fail_msg("%s is said '%.*s', '%.*s'", table, STR_ARG(n->one), STR_ARG(n->many));
}
