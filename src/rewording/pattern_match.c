/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"
#include "rewording/asking.h"
#include "rewording/column_list.h"
#include "rewording/finite_verb.h"
#include "rewording/named_thing.h"

enum { NOTHING = UINT32_MAX };

static bool match_from(struct pattern_match *m, uint32_t item, uint32_t at);

/* Conditions */

bool condition_names(const struct pattern_condition *c, struct str word)
{
    for (uint32_t i = 0; i < c->n_words; i++)
        if (str_eq(c->words[i], word))
            return true;
    return false;
}

const struct query_part *slot_part(const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].part != NOTHING)
            return &m->reading->parts->items[m->slots[i].part];
    return NULL;
}

const struct slot_match *find_part(const struct pattern_match *m, enum query_part_kind kind)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].part != NOTHING && m->reading->parts->items[m->slots[i].part].kind == kind)
            return &m->slots[i];
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
        if (condition_names(c, name.items[i]))
            return true;
    return false;
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

static bool thing_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct knowledge *k = m->reading->knowledge;
    if (condition_names(c, STR("same")))
        return same_thing(m);
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
    static pattern_test *const HOLDS[] = {
        [CONDITION_COLUMN] = column_holds,       [CONDITION_THING] = thing_holds,
        [CONDITION_CLAUSE] = clause_holds,       [CONDITION_SELECTS] = selects_holds,
        [CONDITION_VALUE] = value_holds,         [CONDITION_CARRIER] = carrier_holds,
        [CONDITION_NOUN] = noun_holds,           [CONDITION_SENTENCES] = sentences_holds,
        [CONDITION_REST] = rest_holds,           [CONDITION_REST_HAS] = rest_has_holds,
        [CONDITION_AFTER] = after_holds,         [CONDITION_BEFORE] = before_holds,
        [CONDITION_REST_ENDS] = rest_ends_holds, [CONDITION_AGAIN] = again_holds,
        [CONDITION_NAME] = name_holds,           [CONDITION_KEYWORD] = keyword_holds,
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

static struct slot_match plain_slot(uint32_t start, uint32_t end, uint32_t part)
{
    return (struct slot_match){.start = start, .end = end, .part = part, .table = NOTHING};
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
        bool plural = is_plural_word(last);
        return (type == SLOT_NOUN || plural == (type == SLOT_THINGS)) &&
               go_on(m, item,
                     (struct slot_match){.start = at,
                                         .end = x->end,
                                         .part = NOTHING,
                                         .table = table,
                                         .plural = plural});
    }
    return false;
}

static bool match_named(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct question_reading *r = m->reading;
    struct named_thing found[NAMED_THINGS_MAX];
    uint32_t n = named_things(m->arena, r, at, found);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t column = r->parts->items[found[i].part].column;
        if (go_on(m, item,
                  (struct slot_match){.start = at,
                                      .end = found[i].end,
                                      .part = found[i].part,
                                      .table = r->book->schema->columns[column].table,
                                      .plural = found[i].plural,
                                      .noun_start = found[i].noun_start,
                                      .noun_end = found[i].noun_end}))
            return true;
    }
    return false;
}

/* All columns that are listed, or fewer. */
static bool match_columns(struct pattern_match *m, uint32_t item, uint32_t at)
{
    struct column_list found[COLUMN_LISTS_MAX];
    for (uint32_t n = column_lists(m->reading, at, found); n-- > 0;) {
        struct slot_match slot = plain_slot(at, found[n].end, found[n].first);
        slot.n_parts = found[n].count;
        if (go_on(m, item, slot))
            return true;
    }
    return false;
}

static bool match_ask(struct pattern_match *m, uint32_t item, uint32_t at)
{
    uint32_t end = asking_end(&m->reading->told.words, at);
    return end > at && go_on(m, item, plain_slot(at, end, NOTHING));
}

/* It agrees with the first noun of the pattern. */
static bool match_predicate(struct pattern_match *m, uint32_t item, uint32_t at)
{
    uint32_t noun = 0, own = m->pattern->from.items[item].number;
    while (noun < own && m->slots[noun].table == NOTHING)
        noun++;
    if (noun == own)
        return false;
    uint32_t end = finite_verb_end(m->reading, at, m->slots[noun].plural);
    return end > at && go_on(m, item, plain_slot(at, end, NOTHING));
}

static bool part_fits(const struct pattern_match *m, enum slot_type type, uint32_t part)
{
    const struct query_part *p = &m->reading->parts->items[part];
    switch (type) {
    case SLOT_COLUMN:
        return p->kind == PART_COLUMN;
    case SLOT_NAME:
        return p->kind == PART_COLUMN && names_rows(m->arena, m->reading, p->column);
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
            go_on(m, item, plain_slot(at, x->end, i)))
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
        if (go_on(m, item, plain_slot(at, end, NOTHING)))
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
    case SLOT_NAMED:
        return match_named(m, item, at);
    case SLOT_COLUMNS:
        return match_columns(m, item, at);
    case SLOT_ASK:
        return match_ask(m, item, at);
    case SLOT_PREDICATE:
        return match_predicate(m, item, at);
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
