/* reworded.c: the school. */
#include "reworded.h"

#include "fixture.h"
#include "meanings.h"
#include "own_list.h"
#include "unit.h"

#include <stdio.h>

static const char ddl[] =
    "CREATE TABLE teacher(teacher_id INTEGER PRIMARY KEY, name TEXT, age INTEGER, country TEXT, "
    "height REAL, hire_date TEXT, sex TEXT, pet TEXT);"
    "CREATE TABLE course(course_id INTEGER PRIMARY KEY, teacher_id INTEGER REFERENCES "
    "teacher(teacher_id), title TEXT, price REAL, city TEXT);"
    "INSERT INTO teacher VALUES(1, 'Ada Bell', 41, 'France', 1.7, '2010-05-01', 'F', 'dog'), "
    "(2, 'Tom Reed', 29, 'Italy', 1.8, '2015-09-01', 'M', 'cat'), (3, 'Uma Roth', 35, 'France', "
    "1.6, "
    "'2012-01-15', 'F', 'dog');"
    "INSERT INTO course VALUES(1, 1, 'Algebra', 20, 'Leeds'), (2, 1, 'Drawing', 30, 'York'), "
    "(3, 2, 'Algebra', 25, 'York');";

int school_set_up(void **state)
{
    static struct school s;
    const struct knowledge_sources sources = {.wordnet = "/nonexistent"};
    struct database *db;
    struct err e;
    s = (struct school){0};
    s.database = fixture_create(&s.arena, ddl);
    assert_int_equal(lexicon_load(&s.lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&s.knowledge, &s.lexicon, &sources, &e), OK);
    assert_int_equal(reword_rules_load(&s.rules, &s.lexicon, &e), OK);
    assert_int_equal(schema_from_database(&s.arena, s.database, STR("school"), &s.schema, &e), OK);
    assert_int_equal(database_open(s.database, &db, &e), OK);
    assert_int_equal(indicator_book_build(&s.book, &s.arena, &s.lexicon, &s.schema, db, &e), OK);
    database_close(db);
    *state = &s;
    return 0;
}

int school_tear_down(void **state)
{
    struct school *s = *state;
    fixture_remove(s->database);
    reword_rules_release(&s->rules);
    knowledge_release(&s->knowledge);
    lexicon_release(&s->lexicon);
    arena_release(&s->arena);
    return 0;
}

struct question_reading school_read(struct school *s, const char *sql, const char *question)
{
    struct words words = words_read(&s->arena, &s->book.link.lemmatizer, str_from(question));
    return question_read(&s->arena, &s->book, &s->knowledge,
                         read_meaning(&s->arena, s->book.schema, sql), &words);
}

enum status school_rules(enum reword_kind kind, const char *lines, struct lexicon *lexicon,
                         struct reword_rules *out, struct err *e)
{
    char list[40];
    struct str name = reword_kind_name(kind);
    snprintf(list, sizeof list, "reword_%.*s", STR_ARG(name));
    for (char *c = list; *c; c++)
        *c = *c == '-' ? '_' : *c;
    enum status status = own_list_load(lexicon, &LEXICON, list, lines, e);
    if (status == OK) {
        status = reword_rules_load(out, lexicon, e);
        if (status)
            lexicon_release(lexicon);
    }
    return status;
}

static struct reworded_list list_of(struct school *s, enum reword_kind kind, const char *sql,
                                    const char *before)
{
    struct question_reading *r = ARENA_NEW(&s->arena, struct question_reading);
    *r = school_read(s, sql, before);
    return reword(&s->arena, &s->rules, r, kind);
}

bool school_rewords(struct school *s, enum reword_kind kind, const char *sql, const char *before,
                    const char *after)
{
    struct reworded_list list = list_of(s, kind, sql, before);
    for (uint32_t i = 0; i < list.count; i++)
        if (str_eq(list.items[i].question, str_from(after)))
            return true;
    for (uint32_t i = 0; i < list.count; i++) /* for the reader of a failed test */
        fprintf(stderr, "  %.*s\n", STR_ARG(list.items[i].question));
    return false;
}

uint32_t school_count(struct school *s, enum reword_kind kind, const char *sql, const char *before)
{
    return list_of(s, kind, sql, before).count;
}
