/* fuzz_grammar.c: any bytes as a grammar, and after a form feed as a question; over a small
 * database whose names and values are hostile too. What can be read makes pairs: each of those that
 * are tried is the same when it is made again, and its question has its query. */
#include "grammar/derivation.h"
#include "grammar/parse_back.h"
#include "input.h"
#include "store/content.h"

enum { TRIED = 2, RULES_TRIED = 20 };

static const char ddl[] =
    "CREATE TABLE singer(id INTEGER PRIMARY KEY, name TEXT, age INT, born TEXT, pay INT);"
    "CREATE TABLE concert(id INTEGER PRIMARY KEY, name TEXT, singer_id INT REFERENCES singer(id));"
    "CREATE TABLE \"{t} and \"(\"{c}\" TEXT, \" \" INT, name_ TEXT, NAME TEXT);"
    "INSERT INTO singer VALUES(1, 'Anna', 40, '1990-02-03', NULL), (2, 'O''Neill', 33, "
    "'1985-11-30',"
    " 5), (3, 'a and b', 33, '1985-11-01', 5);"
    "INSERT INTO concert VALUES(1, 'Dawn', 1), (2, '{x}', 1), (3, '', NULL);"
    "INSERT INTO \"{t} and \" VALUES('is 5 and name', 5, 'x', NULL);";

/* The same for every input. */
struct known {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema schema;
    struct content_source content;
    struct grammar_world world;
};

static const struct known *known(void)
{
    static struct known k;
    const struct knowledge_sources sources = {.wordnet = "/nonexistent"};
    struct err e;
    if (k.world.schema)
        return &k;
    const char *path = input_database(&k.arena, "music.sqlite", ddl);
    require(lexicon_load(&k.lexicon, &LEXICON, NULL, &e) == OK);
    require(knowledge_load(&k.knowledge, &k.lexicon, &sources, &e) == OK);
    require(schema_from_database(&k.arena, path, STR("music"), &k.schema, &e) == OK);
    k.content = content_reader_of(content_reader_new(1), path, &k.schema);
    k.world = (struct grammar_world){.schema = &k.schema, .content = &k.content};
    world_learn(&k.arena, &k.knowledge, &k.world);
    return &k;
}

static void check_pair(struct arena *a, const struct grammar *g, const struct grammar_world *w,
                       const struct derivations *all, uint64_t number)
{
    struct derivation d = derivation_get(a, all, number), again = derivation_get(a, all, number);
    struct str query = derivation_query(a, w, &d);
    require(str_eq(query, derivation_query(a, w, &again)));
    (void)derivation_columns(&d);
    (void)derivation_found_link(w, &d);
    for (uint32_t k = 0; k < d.rule->n_asks; k++) {
        struct parsed_back p = parse_back(a, g, w, derivation_question(a, w, &d, k));
        bool found = p.gave_up || p.count == PARSED_MAX;
        for (uint32_t i = 0; i < p.count; i++)
            found |= str_eq(p.queries[i], query);
        require(found);
    }
}

static void check_rule(struct arena *a, const struct grammar *g, const struct grammar_rule *rule,
                       const struct grammar_world *w)
{
    struct derivations all = derivations_of(a, g, rule, w);
    require(!all.gave_up || all.count == 0);
    for (uint64_t i = 0; i < TRIED && i < all.count; i++)
        check_pair(a, g, w, &all, i * (all.count / TRIED + 1) % all.count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct known *k = known();
    struct arena a = {0};
    struct str rest = {(const char *)data, size}, text = input_part(&rest);
    struct grammar g = {0};
    struct err e = {0};
    if (grammar_read(&a, text, &g, &e) == OK && grammar_check(&g, 0, g.count, &e) == OK) {
        uint32_t tried = 0;
        for (uint32_t r = 0; r < g.count && tried < RULES_TRIED; r++)
            if (!g.rules[r].is_phrase) {
                check_rule(&a, &g, &g.rules[r], &k->world);
                tried++;
            }
        (void)parse_back(&a, &g, &k->world, input_part(&rest));
    } else {
        require(e.line > 0 && e.col > 0);
        require_plain(grammar_caret(&a, text, &e));
    }
    arena_release(&a);
    return 0;
}
