/* query_things.c: the words of tables, columns and values, looked for among those of a question. */
#include "relation/query_things.h"

#include "link/meaning.h"

#include <stdlib.h>

/* Things */

static bool has_thing(const struct query_things *t, enum thing_kind kind, uint32_t id)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->items[i].kind == kind && t->items[i].id == id)
            return true;
    return false;
}

static void add_thing(struct arena *a, struct query_things *t, struct query_thing it)
{
    ARENA_PUSH(a, t->items, t->count);
    t->items[t->count++] = it;
}

/* Add a table or column, unless it is there. */
static void add_item(struct arena *a, const struct lemmatizer *z, struct query_things *t,
                     enum thing_kind kind, uint32_t id, struct str name, struct str natural)
{
    struct query_thing it = {.kind = kind, .id = id};
    if (has_thing(t, kind, id))
        return;
    it.names[0] = lemmas_of_name(a, z, name);
    if (!str_eq(natural, name))
        it.names[1] = lemmas_of_name(a, z, natural);
    add_thing(a, t, it);
}

/* All of `text` as a number. */
static bool read_value_number(struct arena *a, struct str text, double *out)
{
    char *end;
    if (text.len == 0 || !(ascii_digit(text.ptr[0]) || text.ptr[0] == '.'))
        return false;
    const char *digits = arena_str(a, text).ptr;
    *out = strtod(digits, &end);
    return *end == '\0';
}

/* Equal values count once. */
static void add_value(struct arena *a, const struct lemmatizer *z, struct str text,
                      struct query_things *t)
{
    struct query_thing it = {.kind = THING_VALUE, .names = {lemmas_of_name(a, z, text)}};
    it.has_number = read_value_number(a, text, &it.number);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->items[i].kind == THING_VALUE && lemmas_equal(t->items[i].names[0], it.names[0]))
            return;
    add_thing(a, t, it);
}

struct query_things query_things_of(struct arena *a, const struct lemmatizer *z,
                                    const struct resolved_query *q)
{
    const struct meaning m = meaning_of(a, q);
    const struct schema *s = q->schema;
    struct query_things t = {NULL, 0};
    for (uint32_t i = 0; i < q->resolution->n_reads; i++) {
        uint32_t table = q->resolution->reads[i].table;
        add_item(a, z, &t, THING_TABLE, table, s->tables[table].name, s->tables[table].natural);
    }
    for (uint32_t i = 0; i < m.count; i++) {
        const struct meaning_node *n = &m.nodes[i];
        if (n->part == MEANING_NONE)
            continue; /* nobody says it */
        if (n->kind == MEANING_COLUMN)
            add_item(a, z, &t, THING_COLUMN, n->column, s->columns[n->column].name,
                     s->columns[n->column].natural);
        else if (n->kind == MEANING_VALUE)
            add_value(a, z, n->text, &t);
    }
    return t;
}

/* What a question says */

/* Small letters, but for the first: such a word is divided no further. */
static bool is_plain_word(struct str text)
{
    for (size_t i = 1; i < text.len; i++)
        if (!ascii_small(text.ptr[i]))
            return false;
    return ascii_letter(text.ptr[0]);
}

static struct lemmas lemmas_of_word(struct arena *a, const struct lemmatizer *z, struct word *w)
{
    if (w->kind == TOKEN_WORD && is_plain_word(w->text))
        return (struct lemmas){&w->lemma, 1};
    return lemmas_of_name(a, z, w->text);
}

struct said_words said_words_of(struct arena *a, const struct lemmatizer *z,
                                const struct words *words)
{
    struct said_words said = {words, {NULL, 0}};
    for (uint32_t i = 0; i < words->count; i++) {
        if (words->items[i].kind == TOKEN_MARK)
            continue;
        struct lemmas l = lemmas_of_word(a, z, &words->items[i]);
        for (uint32_t k = 0; k < l.count; k++) {
            ARENA_PUSH(a, said.lemmas.items, said.lemmas.count);
            said.lemmas.items[said.lemmas.count++] = l.items[k];
        }
    }
    return said;
}

static bool says_all(const struct said_words *said, const struct lemmas *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (!str_in(name->items[i], said->lemmas.items, said->lemmas.count))
            return false;
    return name->count > 0;
}

static bool says_number(const struct said_words *said, double number)
{
    double amount;
    uint32_t end;
    for (uint32_t i = 0; i < said->words->count; i++)
        if (amount_at(said->words, i, &amount, &end) && amount == number)
            return true;
    return false;
}

static bool names_thing(const struct said_words *said, const struct query_thing *t)
{
    return says_all(said, &t->names[0]) || says_all(said, &t->names[1]) ||
           (t->has_number && says_number(said, t->number));
}

struct things_by_kind query_things_count(const struct query_things *t,
                                         const struct said_words *said)
{
    struct things_by_kind counts = {.of = {{0, 0}}};
    for (uint32_t i = 0; i < t->count; i++) {
        struct named_things *of = &counts.of[t->items[i].kind];
        of->read++;
        of->named += names_thing(said, &t->items[i]);
    }
    return counts;
}
