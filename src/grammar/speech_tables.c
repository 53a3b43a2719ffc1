/* speech_tables.c: the names of one row of a table, and of several. */
#include "grammar/learn.h"

#include "grammar/phrase.h"
#include "lexicon/kinds.h"
#include "lexicon/word_fact.h"
#include "schema/keys.h"

static struct spoken_name records_of(struct arena *a, struct str noun, const char *quote)
{
    struct str one = arena_printf(a, "%s%.*s%s record", quote, STR_ARG(noun), quote);
    return (struct spoken_name){
        .one = one,
        .each = one,
        .many = arena_printf(a, "%s%.*s%s records", quote, STR_ARG(noun), quote)};
}

/* Can there be several of it? Not of "processing", nor of "arrears". */
static bool is_countable(struct arena *a, const struct knowledge *k, struct str noun)
{
    bool hiss = str_ends(noun, STR("s")) && !str_ends(noun, STR("ss")) &&
                !str_ends(noun, STR("us")) && !str_ends(noun, STR("is"));
    struct str one = noun_singular(a, &k->inflection, noun);
    if (word_is_participle(one))
        return false;
    return !hiss || !str_eq(one, noun);
}

/* Does the table say little more than which rows of others belong together? */
static bool is_link_table(const struct schema *s, uint32_t table)
{
    enum { OTHERS_MAX = 2 };
    uint32_t keys = 0, columns = 0;
    for (uint32_t i = 0; i < s->n_foreign_keys;) {
        struct key_span span = key_span_of(s, i);
        if (s->columns[s->foreign_keys[i].from].table == table) {
            keys++;
            columns += span.count;
        }
        i = span.first + span.count;
    }
    return keys > 1 && s->tables[table].n_columns <= columns + OTHERS_MAX;
}

/* "visits restaurant" is something that people do, not a restaurant. */
static bool is_doing(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p)
{
    struct spoken_phrase first = {{p->words[0]}, 1};
    return p->count > 1 && noun_is_plural(a, k, p->words[0]) &&
           !phrase_is_noun(a, k, &first, false);
}

/* Words between nouns make a relationship, not a thing: "singer in concert", "lives in". */
static bool is_relationship(const struct spoken_phrase *p)
{
    if (str_eq(p->words[0], STR("other"))) /* "every other feature" means every second one */
        return true;
    for (uint32_t i = 0; i < p->count; i++)
        if (word_joins(p->words[i]) && !str_eq(p->words[i], STR("of")))
            return true;
    return false;
}

static struct spoken_name noun_of(struct arena *a, const struct knowledge *k,
                                  struct spoken_phrase p)
{
    uint32_t head = phrase_head(&p);
    const struct word_fact *special = fact_of(k->lexicon, FACT_ONE, p.words[head]);
    const struct word_fact *several = special ? fact_beside(special, FACT_MANY) : NULL;
    for (uint32_t i = 0; i < head; i++)
        if (!str_among(p.words[i], "data media sports sales goods savings")) /* "sports clubs" */
            p.words[i] = noun_singular(a, &k->inflection, p.words[i]);
    if ((!special && !is_countable(a, k, p.words[head])) || head + 1 < p.count) /* "hall of fame" */
        return records_of(a, phrase_text(a, &p, 0), "");
    struct str one = special ? special->values[0] : noun_singular(a, &k->inflection, p.words[head]);
    struct str many = several ? several->values[0] : noun_plural(a, &k->inflection, one);
    struct str said = phrase_with_head(a, p, one);
    return (struct spoken_name){.one = said, .many = phrase_with_head(a, p, many), .each = said};
}

/* `said` is the name or a part of it, as words. The rows of a link table are not things: "affected
 * regions" could mean regions, so they are "affected region records". */
static struct spoken_name spoken_table(struct arena *a, const struct knowledge *k,
                                       const struct schema *s, uint32_t table, struct str said)
{
    struct spoken_phrase p = phrase_of(said);
    struct str written = name_as_written(a, s->tables[table].natural, s->tables[table].name);
    if (written.len == 0)
        return (struct spoken_name){0};
    if (said.len == 0 || is_relationship(&p) || is_doing(a, k, &p) ||
        (!phrase_is_noun(a, k, &p, true) &&
         !fact_of(k->lexicon, FACT_ONE, p.words[phrase_head(&p)])))
        return records_of(a, written, "\"");
    struct spoken_name noun = noun_of(a, k, p);
    bool thing = !is_link_table(s, table) || str_ends(noun.one, STR("record"));
    return thing ? noun : records_of(a, noun.one, "");
}

/* The name without words around the noun that describe the table, not its rows: "ref template
 * types", "cars data". The caller sees to it that no other table has the same name then. */
static struct str bare_table(struct arena *a, const struct knowledge *k, struct str said)
{
    static const struct str BEFORE[] = {STR_INIT("reference "), STR_INIT("ref "), STR_INIT("all "),
                                        STR_INIT("view "),      STR_INIT("tbl "), STR_INIT("vw ")};
    struct str noun = said.len > 0 ? table_noun(a, &k->inflection, said) : said;
    if (noun_head(said).len == 0)
        return said;
    for (size_t i = 0; i < COUNT_OF(BEFORE); i++)
        if (str_starts(noun, BEFORE[i]) && noun.len > BEFORE[i].len)
            return str_slice(noun, BEFORE[i].len, noun.len);
    return noun;
}

void learn_tables(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct spoken_name *out = ARENA_ARRAY(a, struct spoken_name, s->n_tables + 1);
    struct str *said = ARENA_ARRAY(a, struct str, s->n_tables + 1);
    struct name_map first; /* the table that has the noun, or n_tables for several */
    name_map_init(&first, a, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct spoken_phrase p = phrase_of_name(a, k, s->tables[t].natural, s->tables[t].name);
        said[t] = phrase_text(a, &p, 0);
        out[t] = spoken_table(a, k, s, t, bare_table(a, k, said[t]));
        bool known = name_map_get(&first, out[t].one) != NAME_NONE;
        name_map_put(&first, a, out[t].one, known ? s->n_tables : t);
    }
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (name_map_get(&first, out[t].one) != t)
            out[t] = spoken_table(a, k, s, t, said[t]);
    w->tables = out;
}

/* Does the name have the words of `noun`? */
static bool has_words(struct str name, struct str noun)
{
    size_t at = str_find(name, noun, 0), end = at + noun.len;
    return at < name.len && noun.len > 0 && (at == 0 || name.ptr[at - 1] == ' ') &&
           (end == name.len || name.ptr[end] == ' ');
}

/* Both are persons, or both animals: people do not have perpetrators. */
static bool are_alike(struct arena *a, const struct knowledge *k, struct str x, struct str y)
{
    static const struct str BEINGS[] = {STR_INIT("person"), STR_INIT("animal")};
    struct noun_kinds one = kinds_of(a, k, x), other = kinds_of(a, k, y);
    for (size_t i = 0; i < COUNT_OF(BEINGS); i++)
        if (kinds_have(&one, BEINGS[i]) && kinds_have(&other, BEINGS[i]))
            return true;
    return false;
}

struct spoken_name owned_name(struct arena *a, const struct knowledge *k,
                              const struct grammar_world *w, uint32_t table, uint32_t owner)
{
    const struct spoken_name *n = &w->tables[table], *by = &w->tables[owner];
    if (str_ends(n->one, STR(" record")) || n->one.len == 0 ||
        (!has_words(n->one, by->one) && !has_words(n->one, by->many) &&
         !are_alike(a, k, n->one, by->one)))
        return *n;
    return records_of(a, n->one, "");
}
