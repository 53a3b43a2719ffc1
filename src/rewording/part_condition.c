/* part_condition.c: conditions on the parts of the query that a match stands for, and all
 * conditions of a pattern together. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"

#define NOTHING UINT32_MAX

bool condition_names(const struct pattern_condition *c, struct str word)
{
    return str_in(word, c->words, c->n_words);
}

/* The column or value of the query that a slot stands for; NOTHING where it is none. */
static uint32_t part_of_slot(const struct pattern_match *m, uint32_t slot)
{
    return m->pattern->slots[slot].type == SLOT_KEYWORD ? NOTHING : m->slots[slot].part;
}

const struct query_part *slot_part(const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (part_of_slot(m, i) != NOTHING)
            return &m->reading->parts->items[part_of_slot(m, i)];
    return NULL;
}

const struct slot_match *find_part(const struct pattern_match *m, enum query_part_kind kind)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].part != NOTHING && m->reading->parts->items[m->slots[i].part].kind == kind)
            return &m->slots[i];
    return NULL;
}

static bool name_has(const struct pattern_match *m, uint32_t column,
                     const struct pattern_condition *c)
{
    struct lemmas name = lemmas_of(m->arena, &m->reading->book->link.lemmatizer,
                                   m->reading->book->schema->columns[column].natural);
    for (uint32_t i = 0; i < name.count; i++)
        if (condition_names(c, name.items[i]))
            return true;
    return false;
}

/* Is it a column that the pattern asks for? */
static bool is_asked_for(const struct pattern_match *m, uint32_t column)
{
    for (uint32_t i = 0; i < m->pattern->n_conditions; i++) {
        const struct pattern_condition *c = &m->pattern->conditions[i];
        if (c->type == CONDITION_COLUMN && name_has(m, column, c) == c->negated)
            return false;
    }
    return true;
}

uint32_t pattern_column(const struct pattern_match *m)
{
    const struct question_reading *r = m->reading;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        uint32_t part = part_of_slot(m, i);
        if (part != NOTHING && r->parts->items[part].column != SCHEMA_STAR)
            return r->parts->items[part].column;
    }
    for (uint32_t i = 0; r->told.items && i < r->parts->count; i++) {
        const struct indicator *x = &r->told.items[i];
        const struct query_part *p = &r->parts->items[i];
        if (p->kind == PART_COLUMN && p->column != SCHEMA_STAR && x->manner == MANNER_WORD &&
            x->start < m->end && m->start < x->end && is_asked_for(m, p->column))
            return p->column;
    }
    return SCHEMA_STAR;
}

static bool column_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    uint32_t column = pattern_column(m);
    return column != SCHEMA_STAR && name_has(m, column, c);
}

/* Are all nouns of one table? */
static bool same_thing(const struct pattern_match *m)
{
    uint32_t table = NOTHING;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        if (m->slots[i].table != NOTHING && table != NOTHING && m->slots[i].table != table)
            return false;
        table = m->slots[i].table != NOTHING ? m->slots[i].table : table;
    }
    return true;
}

static bool table_is_kind(const struct pattern_match *m, uint32_t table,
                          const struct pattern_condition *c)
{
    const struct knowledge *k = m->reading->knowledge;
    struct str natural = m->reading->book->schema->tables[table].natural;
    struct noun_kinds kinds = kinds_of(m->arena, k, table_noun(m->arena, &k->inflection, natural));
    for (uint32_t w = 0; w < c->n_words; w++)
        if (kinds_have(&kinds, c->words[w]))
            return true;
    return false;
}

/* Is what the question calls it of the kind? A table of user profiles has users. */
static bool said_is_kind(const struct pattern_match *m, const struct slot_match *noun,
                         const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    struct noun_kinds kinds =
        kinds_of(m->arena, m->reading->knowledge, w->items[noun->end - 1].lemma);
    for (uint32_t i = 0; i < c->n_words; i++)
        if (kinds_have(&kinds, c->words[i]))
            return true;
    return false;
}

static bool thing_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    bool nouns = false;
    if (condition_names(c, STR("same")))
        return same_thing(m);
    if (!m->reading->knowledge)
        return false;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        nouns |= m->slots[i].table != NOTHING;
        if (m->slots[i].table != NOTHING &&
            (table_is_kind(m, m->slots[i].table, c) || said_is_kind(m, &m->slots[i], c)))
            return true;
    }
    uint32_t column = nouns ? SCHEMA_STAR : pattern_column(m);
    return column != SCHEMA_STAR &&
           table_is_kind(m, m->reading->book->schema->columns[column].table, c);
}

static bool owns_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    uint32_t column = pattern_column(m);
    for (uint32_t i = 0; column != SCHEMA_STAR && i < m->pattern->n_slots; i++)
        if (m->slots[i].table != NOTHING &&
            m->slots[i].table != m->reading->book->schema->columns[column].table)
            return false;
    return column != SCHEMA_STAR && condition_names(c, STR("column"));
}

static bool clause_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct str CLAUSES[] = {
        [IN_SELECT] = STR_INIT("select"), [IN_WHERE] = STR_INIT("where"),
        [IN_GROUP] = STR_INIT("group"),   [IN_HAVING] = STR_INIT("having"),
        [IN_ORDER] = STR_INIT("order"),   [IN_LIMIT] = STR_INIT("limit")};
    const struct query_part *p = slot_part(m);
    return p && condition_names(c, CLAUSES[p->clause]);
}

/* How many columns that the query gives do the slots stand for? */
static uint32_t selected_by_slots(const struct pattern_match *m)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        const struct query_part *p =
            m->slots[i].part == NOTHING ? NULL : &m->reading->parts->items[m->slots[i].part];
        if (p && p->kind == PART_COLUMN && p->clause == IN_SELECT)
            n += m->slots[i].n_parts > 0 ? m->slots[i].n_parts : 1;
    }
    return n;
}

static bool selects_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    if (condition_names(c, STR("all")))
        return selected_by_slots(m) == m->reading->parts->n_results;
    return condition_names(c, arena_printf(m->arena, "%u", m->reading->parts->n_results));
}

static bool number_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct str NUMBERS[] = {[NUMBER_UNSURE] = STR_INIT(""),
                                         [NUMBER_SINGULAR] = STR_INIT("one"),
                                         [NUMBER_PLURAL] = STR_INIT("many")};
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        enum slot_type type = m->pattern->slots[i].type;
        if (type == SLOT_LIST || type == SLOT_COLUMN || type == SLOT_NAME)
            return condition_names(c, NUMBERS[m->slots[i].each]);
    }
    return false;
}

static bool says_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    for (uint32_t i = m->start; i < m->end; i++)
        if (condition_names(c, m->reading->told.words.items[i].lower))
            return true;
    return false;
}

/* "above age 40 and below 30": what is said of one value serves the other, too. */
static bool values_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_parts *parts = m->reading->parts;
    uint32_t n = 0, column = pattern_column(m);
    for (uint32_t i = 0; i < parts->count; i++)
        n += parts->items[i].kind == PART_VALUE && parts->items[i].column == column;
    return condition_names(c, arena_printf(m->arena, "%u", n));
}

const struct query_part *keyword_part(const struct pattern_match *m, uint32_t keywords)
{
    const struct question_reading *r = m->reading;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct indicator *x = &r->told.items[i];
        const struct query_part *p = &r->parts->items[i];
        if (p->kind == PART_KEYWORD && (keywords >> p->keyword & 1) && x->manner != MANNER_NONE &&
            x->start < m->end && m->start < x->end)
            return p;
    }
    return NULL;
}

static bool has_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_parts *parts = m->reading->parts;
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->items[i].kind == PART_KEYWORD &&
            condition_names(c, query_keyword_name(parts->items[i].keyword)))
            return true;
    return false;
}

static bool keyword_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    return keyword_part(m, c->keywords) != NULL;
}

bool conditions_hold(const struct pattern_match *m)
{
    static pattern_test *const HOLDS[] = {
        [CONDITION_COLUMN] = column_holds,       [CONDITION_THING] = thing_holds,
        [CONDITION_OWNS] = owns_holds,           [CONDITION_CLAUSE] = clause_holds,
        [CONDITION_SELECTS] = selects_holds,     [CONDITION_VALUE] = value_holds,
        [CONDITION_VALUES] = values_holds,       [CONDITION_CARRIER] = carrier_holds,
        [CONDITION_NOUN] = noun_holds,           [CONDITION_NUMBER] = number_holds,
        [CONDITION_SENTENCES] = sentences_holds, [CONDITION_SAYS] = says_holds,
        [CONDITION_REST] = rest_holds,           [CONDITION_REST_HAS] = rest_has_holds,
        [CONDITION_REST_ENDS] = rest_ends_holds, [CONDITION_AFTER] = after_holds,
        [CONDITION_BEFORE] = before_holds,       [CONDITION_AGAIN] = again_holds,
        [CONDITION_KEYWORD] = keyword_holds,     [CONDITION_FITS] = fits_holds,
        [CONDITION_DIMENSION] = dimension_holds, [CONDITION_SENTENCE] = sentence_holds,
        [CONDITION_ANYWHERE] = anywhere_holds,   [CONDITION_WORD] = word_holds,
        [CONDITION_AMOUNT] = amount_holds,       [CONDITION_HAS] = has_holds,
        [CONDITION_SORTS] = sorts_holds,         [CONDITION_REST_NOUNS] = rest_nouns_holds,
    };
    for (uint32_t i = 0; i < m->pattern->n_conditions; i++) {
        const struct pattern_condition *c = &m->pattern->conditions[i];
        if (HOLDS[c->type](m, c) == c->negated)
            return false;
    }
    return true;
}
