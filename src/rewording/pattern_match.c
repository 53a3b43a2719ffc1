/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"
#include "link/role.h"

enum { NOTHING = UINT32_MAX };

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at);

/* Conditions */

static bool is_one_of(const struct pattern_condition *c, struct str word)
{
    for (uint32_t i = 0; i < c->n_words; i++)
        if (str_eq(c->words[i], word))
            return true;
    return false;
}

/* The first slot for a part of the query; NULL where there is none. */
static const struct query_part *slot_part(const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].part != NOTHING)
            return &m->reading->parts->items[m->slots[i].part];
    return NULL;
}

static bool column_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_part *p = slot_part(m);
    if (!p || p->column == SCHEMA_STAR)
        return false;
    struct lemmas name = lemmas_of(m->arena, &m->reading->book->link.lemmatizer,
                                   m->reading->book->schema->columns[p->column].natural);
    for (uint32_t i = 0; i < name.count; i++)
        if (is_one_of(c, name.items[i]))
            return true;
    return false;
}

static bool thing_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct knowledge *k = m->reading->knowledge;
    for (uint32_t i = 0; k && i < m->pattern->n_slots; i++) {
        if (m->slots[i].table == NOTHING)
            continue;
        struct str natural = m->reading->book->schema->tables[m->slots[i].table].natural;
        struct noun_kinds kinds =
            kinds_of(m->arena, k, table_noun(m->arena, &k->inflection, natural));
        for (uint32_t w = 0; w < c->n_words; w++)
            if (kinds_have(&kinds, c->words[w]))
                return true;
    }
    return false;
}

static bool clause_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct str CLAUSES[] = {
        [IN_SELECT] = STR_INIT("select"), [IN_WHERE] = STR_INIT("where"),
        [IN_GROUP] = STR_INIT("group"),   [IN_HAVING] = STR_INIT("having"),
        [IN_ORDER] = STR_INIT("order"),   [IN_LIMIT] = STR_INIT("limit")};
    const struct query_part *p = slot_part(m);
    return p && is_one_of(c, CLAUSES[p->clause]);
}

static bool selects_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_parts *parts = m->reading->parts;
    uint32_t n = 0;
    for (uint32_t i = 0; i < parts->count; i++)
        n += parts->items[i].kind == PART_COLUMN && parts->items[i].clause == IN_SELECT;
    return is_one_of(c, arena_printf(m->arena, "%u", n));
}

/* Do words of the match indicate the keyword? */
static bool keyword_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct question_reading *r = m->reading;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct indicator *x = &r->told.items[i];
        if (r->parts->items[i].kind == PART_KEYWORD && r->parts->items[i].keyword == c->keyword &&
            x->manner != MANNER_NONE && x->start < m->end && m->start < x->end)
            return true;
    }
    return false;
}

static bool conditions_hold(const struct pattern_match *m)
{
    static bool (*const HOLDS[])(const struct pattern_match *, const struct pattern_condition *) = {
        [CONDITION_COLUMN] = column_holds,   [CONDITION_THING] = thing_holds,
        [CONDITION_CLAUSE] = clause_holds,   [CONDITION_SELECTS] = selects_holds,
        [CONDITION_KEYWORD] = keyword_holds,
    };
    for (uint32_t i = 0; i < m->pattern->n_conditions; i++) {
        const struct pattern_condition *c = &m->pattern->conditions[i];
        if (HOLDS[c->type](m, c) == c->negated)
            return false;
    }
    return true;
}

/* Slots */

static bool go_on(struct pattern_match *m, uint32_t item, struct slot_match found)
{
    m->slots[m->pattern->from.items[item].number] = found;
    return match_from(m, item + 1, found.end);
}

static bool match_noun(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    enum slot_type type = m->pattern->from.items[item].slot;
    for (uint32_t i = 0; i < m->reading->mentions.count; i++) {
        const struct mention *x = &m->reading->mentions.items[i];
        uint32_t table = NOTHING;
        for (uint32_t k = x->kind == MENTION_NAME ? x->n_meanings : 0; k-- > 0;)
            table = x->meanings[k].is_table ? x->meanings[k].id : table;
        if (x->start != at || table == NOTHING)
            continue;
        const struct word *last = &w->items[x->end - 1];
        bool plural = !str_eq(last->lemma, last->lower);
        return (type == SLOT_NOUN || plural == (type == SLOT_THINGS)) &&
               go_on(m, item, (struct slot_match){at, x->end, NOTHING, table, plural});
    }
    return false;
}

static bool part_fits(const struct pattern_match *m, enum slot_type type, uint32_t part)
{
    const struct query_part *p = &m->reading->parts->items[part];
    const struct schema *s = m->reading->book->schema;
    switch (type) {
    case SLOT_COLUMN:
        return p->kind == PART_COLUMN;
    case SLOT_NAME:
        return p->kind == PART_COLUMN && p->column != SCHEMA_STAR &&
               role_name(s, s->columns[p->column].table) == p->column;
    case SLOT_NUMBER:
        return p->kind == PART_VALUE &&
               m->reading->told.words.items[m->reading->told.items[part].start].has_number;
    default:
        return p->kind == PART_VALUE;
    }
}

static bool match_part(struct pattern_match *m, uint32_t item, uint32_t at)
{
    for (uint32_t i = 0; i < m->reading->parts->count; i++) {
        const struct indicator *x = &m->reading->told.items[i];
        if (x->manner == MANNER_WORD && x->start == at &&
            part_fits(m, m->pattern->from.items[item].slot, i) &&
            go_on(m, item, (struct slot_match){at, x->end, i, NOTHING, false}))
            return true;
    }
    return false;
}

/* Words up to where the next item stands. */
static bool match_words(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    enum slot_type type = m->pattern->from.items[item].slot;
    for (uint32_t end = at + 1; end <= w->count; end++) {
        if (is_final_mark(w, end - 1) ||
            (type != SLOT_REST && w->items[end - 1].kind == TOKEN_MARK))
            return false;
        if (go_on(m, item, (struct slot_match){at, end, NOTHING, NOTHING, false}))
            return true;
        if (type == SLOT_WORD)
            return false;
    }
    return false;
}

static bool match_slot(struct pattern_match *m, uint32_t item, uint32_t at)
{
    if (at >= m->reading->told.words.count)
        return false;
    switch (m->pattern->from.items[item].slot) {
    case SLOT_THING:
    case SLOT_THINGS:
    case SLOT_NOUN:
        return match_noun(m, item, at);
    case SLOT_WORD:
    case SLOT_WORDS:
    case SLOT_REST:
        return match_words(m, item, at);
    default:
        return match_part(m, item, at);
    }
}

/* Words */

static bool match_word(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    const struct pattern_item *x = &m->pattern->from.items[item];
    for (uint32_t i = 0; at < w->count && i < x->n_words; i++)
        if (str_eq(w->items[at].lower, x->words[i]) && w->items[at].kind != TOKEN_QUOTED &&
            match_from(m, item + 1, at + 1))
            return true;
    return x->optional && match_from(m, item + 1, at);
}

/* The end of a sentence, with its marks. */
static bool match_end(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    uint32_t end = at;
    while (end < w->count && is_final_mark(w, end))
        end++;
    return (end > at || at == w->count) && match_from(m, item + 1, end);
}

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at)
{
    if (m->budget == 0)
        return false;
    m->budget--;
    if (item == m->pattern->from.count) {
        m->end = at;
        return at > m->start && conditions_hold(m);
    }
    switch (m->pattern->from.items[item].type) {
    case ITEM_SLOT:
        return match_slot(m, item, at);
    case ITEM_BEGIN:
        return begins_sentence(&m->reading->told.words, at) && match_from(m, item + 1, at);
    case ITEM_END:
        return match_end(m, item, at);
    default:
        return match_word(m, item, at);
    }
}

bool pattern_match(struct pattern_match *m, uint32_t at)
{
    m->start = at;
    return match_from(m, 0, at);
}
