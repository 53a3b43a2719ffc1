/* value_condition.c: conditions of a pattern on the value that it found. */
#include "lexicon/word_fact.h"
#include "link/pattern/pattern_match.h"
#include "link/role.h"

/* Columns of one name in two tables mean the same. */
static bool same_name(const struct pattern_match *m, uint32_t x, uint32_t y)
{
    const struct schema *s = m->reading->book->schema;
    return x == y || str_eq_nocase(s->columns[x].natural, s->columns[y].natural);
}

/* What the words of the value say, as plain text. */
static struct str value_text(const struct pattern_match *m, const struct slot_match *value)
{
    return plain_text(m->arena, indicator_text(&m->reading->said.words, value->start, value->end));
}

/* Do rows of another column have the text? */
static bool has_elsewhere(const struct pattern_match *m, struct str plain, uint32_t column)
{
    const struct row_values *v = &m->reading->book->link.values;
    for (uint32_t i = row_values_find(v, plain); i != NAME_NONE; i = v->items[i].next)
        if (!same_name(m, v->items[i].column, column))
            return true;
    return false;
}

/* Do rows of another column have what the words say? New York is a state, and the name of New York
 * City begins like it. */
static bool stands_elsewhere(const struct pattern_match *m, const struct slot_match *value)
{
    uint32_t column = m->reading->parts->items[value->part].column;
    struct str plain = value_text(m, value);
    struct str city = arena_printf(m->arena, "%.*s city", STR_ARG(plain));
    return has_elsewhere(m, plain, column) || has_elsewhere(m, city, column);
}

/* Many counties have the name of their largest city. If the database has cities, too, and no rows
 * are known, a bare name is taken for a city's. */
static bool may_be_city(const struct pattern_match *m, uint32_t column)
{
    const struct schema *s = m->reading->book->schema;
    if (column == SCHEMA_STAR || !role_has_word(s, column, STR("county")) ||
        m->reading->book->link.values.count > 0)
        return false;
    for (uint32_t i = 0; i < s->n_columns; i++)
        if (i != SCHEMA_STAR &&
            (role_has_word(s, i, STR("city")) || role_has_word(s, i, STR("town"))))
            return true;
    return false;
}

/* "the USA", "the Netherlands" */
static bool needs_article(const struct pattern_match *m, const struct slot_match *value)
{
    const struct words *w = &m->reading->said.words;
    const struct lexicon *l = m->reading->book->link.lemmatizer.lexicon;
    for (uint32_t i = value->start; i < value->end; i++)
        for (struct str rest = w->items[i].plain; rest.ptr && rest.len > 0;)
            if (fact_is(l, FACT_TAKES, str_split(&rest, ' '), STR("the")))
                return true;
    return false;
}

/* "Plaza Museum" has the noun of "the museum". */
static bool has_noun(const struct pattern_match *m, const struct slot_match *value)
{
    const struct words *w = &m->reading->said.words;
    struct str plain = value_text(m, value);
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].table != UINT32_MAX &&
            str_find(plain, w->items[m->slots[i].end - 1].lemma, 0) < plain.len)
            return true;
    return false;
}

/* The tests of a value */
static bool is_own_value(const struct pattern_match *m, const struct slot_match *value)
{
    const struct query_part *parts = m->reading->parts->items;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    return column && parts[column->part].column == parts[value->part].column;
}

static bool is_unique(const struct pattern_match *m, const struct slot_match *value)
{
    return !stands_elsewhere(m, value) &&
           !may_be_city(m, m->reading->parts->items[value->part].column);
}

static bool is_whole(const struct pattern_match *m, const struct slot_match *value)
{
    return m->reading->said.items[value->part].form == VALUE_WHOLE;
}

/* By WordNet, or by its ending: "German", "Japanese". */
static bool is_adjective(const struct pattern_match *m, const struct slot_match *value)
{
    const struct knowledge *k = m->reading->knowledge;
    uint32_t senses[WORDNET_MAX_SENSES];
    struct str plain = value_text(m, value);
    return str_ends(plain, STR("ese")) || str_ends(plain, STR("ish")) ||
           str_ends(plain, STR("ian")) || str_ends(plain, STR("can")) ||
           (k && wordnet_senses(&k->wordnet, WORDNET_ADJECTIVE, plain, senses) > 0);
}

static bool is_text(const struct pattern_match *m, const struct slot_match *value)
{
    const struct word *first = &m->reading->said.words.items[value->start];
    return !first->has_number && (value->end - value->start > 1 || first->text.len > 1);
}

static bool is_quoted(const struct pattern_match *m, const struct slot_match *value)
{
    return m->reading->said.words.items[value->start].kind == TOKEN_QUOTED;
}

/* Can the first noun mean the table? */
static bool noun_means(const struct pattern_match *m, uint32_t table)
{
    const struct mention_list *list = &m->reading->mentions;
    uint32_t noun = 0;
    while (noun < m->pattern->n_slots && m->slots[noun].table == UINT32_MAX)
        noun++;
    for (uint32_t i = 0; noun < m->pattern->n_slots && i < list->count; i++)
        if (list->items[i].start == m->slots[noun].start &&
            mention_means(&list->items[i], true, table))
            return true;
    return false;
}

/* Does it say what the {thing} is called, rather than something of it that has a name? */
static bool is_called(const struct pattern_match *m, const struct slot_match *value)
{
    /* Words that a name may have besides those of its table, as lemma_of() has them: "full name",
     * "series title". */
    static const char NAMING[] = "name title full short serie serial personal common";
    const struct schema *s = m->reading->book->schema;
    const struct lemmatizer *z = &m->reading->book->link.lemmatizer;
    uint32_t column = m->reading->parts->items[value->part].column;
    if (column == SCHEMA_STAR || !noun_means(m, s->columns[column].table))
        return false;
    struct lemmas name = lemmas_of_name(m->arena, z, s->columns[column].natural);
    struct lemmas table = lemmas_of_name(m->arena, z, s->tables[s->columns[column].table].natural);
    bool called = false, own = true;
    for (uint32_t i = 0; i < name.count; i++) {
        called |= str_among(name.items[i], "name title");
        own &= str_among(name.items[i], NAMING) || str_in(name.items[i], table.items, table.count);
    }
    return called && own;
}

/* Do the words of the noun say no more than the name? */
static bool says_name(const struct pattern_match *m, const struct slot_match *noun, struct str name)
{
    const struct words *w = &m->reading->said.words;
    struct lemmas lemmas = lemmas_of(m->arena, &m->reading->book->link.lemmatizer, name);
    bool same = lemmas.count == noun->end - noun->start;
    for (uint32_t i = 0; same && i < lemmas.count; i++)
        same = str_eq(lemmas.items[i], w->items[noun->start + i].lemma);
    return same;
}

/* "the maker American Motor Company" would be understood as the column "maker". */
static bool is_clear(const struct pattern_match *m, const struct slot_match *value)
{
    const struct schema *s = m->reading->book->schema;
    uint32_t own = m->reading->parts->items[value->part].column;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        uint32_t table = m->slots[i].table;
        for (uint32_t k = 0; table != UINT32_MAX && k < s->tables[table].n_columns; k++)
            if (s->tables[table].columns[k] != own &&
                (says_name(m, &m->slots[i], s->columns[s->tables[table].columns[k]].natural) ||
                 says_name(m, &m->slots[i], s->columns[s->tables[table].columns[k]].name)))
                return false; /* the database and words may name a column differently */
    }
    return true;
}

/* If the value stands by itself, can it mean no name or title of another table? */
static bool is_alone(const struct pattern_match *m, const struct slot_match *value)
{
    const struct schema *s = m->reading->book->schema;
    uint32_t own = m->reading->parts->items[value->part].column;
    for (uint32_t i = 0; own != SCHEMA_STAR && i < s->n_columns; i++)
        if (i != SCHEMA_STAR && s->columns[i].table != s->columns[own].table &&
            (role_has_word(s, i, STR("name")) || role_has_word(s, i, STR("title"))))
            return false;
    return own != SCHEMA_STAR;
}

/* "the document Data base" is hard to read, "the document Summer Show" is not. */
static bool is_proper(const struct pattern_match *m, const struct slot_match *value)
{
    bool proper = true;
    for (uint32_t i = value->start; !is_quoted(m, value) && i < value->end; i++)
        proper &= m->reading->said.words.items[i].capital;
    return proper;
}

bool value_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct {
        struct str name;
        bool (*holds)(const struct pattern_match *, const struct slot_match *);
    } ASKED[] = {{STR_INIT("own"), is_own_value},      {STR_INIT("unique"), is_unique},
                 {STR_INIT("whole"), is_whole},        {STR_INIT("text"), is_text},
                 {STR_INIT("quoted"), is_quoted},      {STR_INIT("noun"), has_noun},
                 {STR_INIT("article"), needs_article}, {STR_INIT("adjective"), is_adjective},
                 {STR_INIT("called"), is_called},      {STR_INIT("clear"), is_clear},
                 {STR_INIT("alone"), is_alone},        {STR_INIT("proper"), is_proper}};
    const struct slot_match *value = find_part(m, PART_VALUE);
    for (size_t i = 0; value && i < COUNT_OF(ASKED); i++)
        if (condition_names(c, ASKED[i].name) && ASKED[i].holds(m, value))
            return true;
    return false;
}
