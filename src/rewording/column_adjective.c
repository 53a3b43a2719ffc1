/* column_adjective.c: choosing a line of data/attribute_adjectives.tsv.
 *
 * A line fits where the column is its attribute, the thing is of its kind, and the adjective can
 * compare by nothing else that the table has: a "largest" country has the most people or the most
 * land. */
#include "rewording/column_adjective.h"

#include "lexicon/kinds.h"
#include "link/adjective.h"

enum { ATTRIBUTE, OWNER, MORE, MOST, LESS, LEAST, HOW }; /* fields */

/* The attribute */

/* Words behind an attribute that do not change it: "net worth millions", "cost of treatment". */
static bool is_unit(struct str word)
{
    static const struct str UNITS[] = {STR_INIT("of"),    STR_INIT("in"),     STR_INIT("million"),
                                       STR_INIT("meter"), STR_INIT("metre"),  STR_INIT("foot"),
                                       STR_INIT("kg"),    STR_INIT("cm"),     STR_INIT("km"),
                                       STR_INIT("inch"),  STR_INIT("pound"),  STR_INIT("usd"),
                                       STR_INIT("mile"),  STR_INIT("dollar"), STR_INIT("ton")};
    for (size_t i = 0; i < COUNT_OF(UNITS); i++)
        if (str_eq(UNITS[i], word))
            return true;
    return false;
}

/* Where the attribute stands in the name: at its end, or before a unit. NAME_NONE where it does
 * not. */
static uint32_t attribute_at(struct lemmas name, struct lemmas attribute)
{
    for (uint32_t at = 0; at + attribute.count <= name.count; at++) {
        uint32_t end = at + attribute.count;
        if (lemmas_equal(lemmas_slice(name, at, end), attribute) &&
            (end == name.count || is_unit(name.items[end])))
            return at;
    }
    return NAME_NONE;
}

/* The thing */

static bool is_kind(const struct pattern_match *m, struct str noun, struct str owner)
{
    struct noun_kinds kinds = kinds_of(m->arena, m->reading->knowledge, noun);
    return kinds_have(&kinds, owner);
}

static struct str noun_of_table(const struct pattern_match *m, uint32_t table)
{
    return table_noun(m->arena, &m->reading->knowledge->inflection,
                      m->reading->book->schema->tables[table].natural);
}

/* Is the noun of the match, if it has one, the thing that has the column? */
static bool noun_fits(const struct pattern_match *m, uint32_t table, struct str owner)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        uint32_t other = m->slots[i].table;
        if (other == UINT32_MAX || other == table)
            continue;
        if (str_eq(owner, STR("any")) || !is_kind(m, noun_of_table(m, other), owner))
            return false;
    }
    return true;
}

/* Does what has the column be of the kind? The word before the attribute says what that is ("winner
 * age" of a match), else the table. */
static bool owner_fits(const struct pattern_match *m, uint32_t column, struct str before,
                       struct str owner)
{
    uint32_t table = m->reading->book->schema->columns[column].table;
    bool any = str_eq(owner, STR("any"));
    struct str noun = noun_of_table(m, table);
    if (before.len > 0 && !str_ends(noun, before))
        return !any && is_kind(m, before, owner);
    return (any || is_kind(m, noun, owner)) && noun_fits(m, table, owner);
}

/* The lines */

static const struct lexicon_row *find_line(const struct pattern_match *m, uint32_t column)
{
    const struct lemmatizer *z = &m->reading->book->link.lemmatizer;
    const struct lexicon_table *list = lexicon_table(z->lexicon, STR("attribute_adjectives"));
    struct lemmas name = lemmas_of(m->arena, z, m->reading->book->schema->columns[column].natural);
    const struct lexicon_row *best = NULL;
    uint32_t longest = 0;
    for (uint32_t i = 0; i < list->n_rows; i++) {
        const struct lexicon_row *row = &list->rows[i];
        struct lemmas attribute = lemmas_of(m->arena, z, row->fields[ATTRIBUTE]);
        uint32_t at = attribute_at(name, attribute);
        if (at == NAME_NONE || attribute.count <= longest)
            continue;
        if (owner_fits(m, column, at > 0 ? name.items[at - 1] : STR(""), row->fields[OWNER])) {
            best = row;
            longest = attribute.count;
        }
    }
    return best;
}

/* What the query does with the column */

struct use {
    bool found, high;
};

static bool is_use(enum query_keyword k, enum adjective_form form, bool *high)
{
    switch (form) {
    case ADJECTIVE_MOST:
    case ADJECTIVE_HOW:
        *high = k == KEYWORD_MAX || k == KEYWORD_MOST;
        return *high || k == KEYWORD_MIN || k == KEYWORD_LEAST;
    case ADJECTIVE_MORE:
    case ADJECTIVE_MEASURED:
        *high = k == KEYWORD_GT;
        return *high || k == KEYWORD_LT;
    default:
        *high = (k == KEYWORD_DESC) == (form == ADJECTIVE_FIRST);
        return k == KEYWORD_DESC || k == KEYWORD_ASC;
    }
}

/* Is it the column's sum or average that is compared? */
static bool is_aggregate(const struct query_parts *parts, const struct query_part *use)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct query_part *p = &parts->items[i];
        bool sums =
            p->keyword == KEYWORD_SUM || p->keyword == KEYWORD_AVG || p->keyword == KEYWORD_COUNT;
        if (p->kind == PART_KEYWORD && sums && p->column == use->column &&
            p->clause == use->clause && use->clause != IN_SELECT)
            return true;
    }
    return false;
}

/* Does a phrase for the keyword stand among the words of the match? */
static bool says_keyword(const struct pattern_match *m, enum query_keyword keyword)
{
    const struct keyword_phrases *k = &m->reading->book->keywords;
    const struct words *w = &m->reading->told.words;
    for (uint32_t at = m->start; at < m->end; at++)
        for (uint32_t i = phrase_book_first(&k->book, w->items[at].lemma); i != NAME_NONE;
             i = k->book.items[i].next)
            if (k->senses[k->book.items[i].target].keyword == keyword &&
                phrase_stands(w, at, &k->book.items[i]))
                return true;
    return false;
}

/* An order that is not said is ascending. */
static struct use find_use(const struct pattern_match *m, uint32_t column, enum adjective_form form)
{
    const struct question_reading *r = m->reading;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct query_part *p = &r->parts->items[i];
        const struct indicator *x = &r->told.items[i];
        bool high, unsaid = x->manner == MANNER_NONE && p->keyword == KEYWORD_ASC &&
                            !says_keyword(m, KEYWORD_DESC);
        bool said = x->manner != MANNER_NONE && x->start < m->end && m->start < x->end;
        if (p->kind == PART_KEYWORD && p->column == column && (said || unsaid) &&
            is_use(p->keyword, form, &high) && !is_aggregate(r->parts, p))
            return (struct use){true, high};
    }
    return (struct use){false, false};
}

/* The forms */

/* Form number `n` of those with "|" between; ptr NULL where there are not so many. */
static struct str form_at(struct str forms, uint32_t n)
{
    struct str one = {NULL, 0};
    for (uint32_t i = 0; i <= n; i++) {
        if (!forms.ptr)
            return forms;
        one = str_split(&forms, '|');
    }
    return str_eq(one, STR("-")) ? STR_NONE : one;
}

static uint32_t field_of(enum adjective_form form, bool high)
{
    switch (form) {
    case ADJECTIVE_MORE:
    case ADJECTIVE_MEASURED:
        return high ? MORE : LESS;
    case ADJECTIVE_HOW:
        return HOW;
    default:
        return high ? MOST : LEAST;
    }
}

struct str column_adjective(const struct pattern_match *m, enum adjective_form form,
                            uint32_t variant)
{
    const struct indicator_book *b = m->reading->book;
    uint32_t column = pattern_column(m);
    struct str none = {NULL, 0};
    if (!m->reading->knowledge || column == SCHEMA_STAR || !column_sorts(m->reading, column))
        return none;
    struct use use = find_use(m, column, form);
    const struct lexicon_row *row = use.found ? find_line(m, column) : NULL;
    if (!row || (form == ADJECTIVE_MEASURED && str_eq(row->fields[HOW], STR("-"))))
        return none;
    if (form == ADJECTIVE_HOW)
        return form_at(row->fields[HOW], 0);
    struct str word = form_at(row->fields[field_of(form, use.high)], variant);
    return word.ptr && adjective_is_clear(b->link.lemmatizer.lexicon, b->schema, word, column)
               ? word
               : none;
}
