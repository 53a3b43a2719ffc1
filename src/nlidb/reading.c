/* reading.c: walking over the mentions of a question. */
#include "nlidb/reading.h"
#include "link/indicators.h"
#include "link/role.h"

#include <math.h>
#include <stdlib.h>

void claim(struct reading *r, uint32_t i)
{
    if (i != NO_MENTION)
        r->items[i].claimed = true;
}

void add_where(struct reading *r, uint32_t at, uint32_t column, enum comparison op,
               struct str value)
{
    plan_where(r->plan, (struct condition){
                            .left = operand_column(column), .op = op, .value = value, .place = at});
    claim(r, at);
}

void add_where_query(struct reading *r, uint32_t at, uint32_t column, enum comparison op,
                     struct plan *query)
{
    plan_where(r->plan, (struct condition){
                            .left = operand_column(column), .op = op, .query = query, .place = at});
    claim(r, at);
}

/* "Dr. Lee": a full stop that does not end a sentence. Nor does one before a small letter. */
static bool is_within_sentence(const struct reading *r, uint32_t i)
{
    uint32_t at = r->items[i].mention.start, next = r->items[i].mention.end;
    if (!word_is(&r->words, at, ".") || i == 0 || next >= r->words.count)
        return false;
    struct str text = r->words.items[next].text;
    return (text.len > 0 && ascii_small(text.ptr[0])) || !r->words.items[at].ends;
}

static uint64_t mark_traits(const struct reading *r, uint32_t i)
{
    uint32_t at = r->items[i].mention.start;
    bool end = word_is(&r->words, at, "? . ! ;") && !is_within_sentence(r, i);
    return (word_is(&r->words, at, ",") ? SAID_COMMA : 0) | (end ? SAID_END : 0) |
           (word_is(&r->words, at, "( ) \" ' $") ? SAID_FILLER : 0);
}

static uint64_t name_traits(const struct reading *r, const struct said *s)
{
    struct str last = r->words.items[s->mention.end - 1].lower;
    uint64_t out = SAID_NAME | (str_ends(last, STR("ed")) ? SAID_PAST : 0);
    if (s->column == SCHEMA_STAR)
        return out | (s->table != SCHEMA_NONE ? SAID_TABLE : 0);
    const struct column_facts *facts = &r->link->values.facts[s->column];
    bool years = facts->date || role_has_word(r->schema, s->column, STR("year"));
    return out | SAID_COLUMN | (role_is_measure(r->schema, s->column) ? SAID_MEASURE : 0) |
           (facts->date ? SAID_DATE : 0) | (years ? SAID_YEARS : 0) |
           (facts->flag ? SAID_FLAG : 0) | (facts->word ? SAID_TEXT : 0);
}

struct str said_month(const struct reading *r, uint32_t i)
{
    const struct lexicon_table *months = lexicon_table(r->lexicon, STR("months"));
    const struct mention *m = &r->items[i].mention;
    const struct word *w = &r->words.items[m->start];
    for (uint32_t k = 0; w->capital && m->end == m->start + 1 && k < months->n_rows; k++)
        if (str_in(w->lower, months->rows[k].fields + 1, months->rows[k].n_fields - 1))
            return months->rows[k].fields[0];
    return STR_NONE;
}

static bool is_year(const struct reading *r, const struct mention *m)
{
    enum { FIRST_YEAR = 1000, LAST_YEAR = 2200 };
    return r->words.items[m->start].text.len == 4 && m->number >= FIRST_YEAR &&
           m->number <= LAST_YEAR && m->number == floor(m->number);
}

/* What the mention is as a part of the question, whatever it means. */
static uint64_t place_traits(const struct reading *r, uint32_t i)
{
    const struct said *s = &r->items[i], *before = i > 0 ? s - 1 : NULL;
    const struct word *w = &r->words.items[s->mention.start];
    bool bare =
        !before || before->mention.kind != MENTION_KEY || before->mention.key != TRIGGER_FILLER;
    bool filler = s->mention.kind == MENTION_KEY && s->mention.key == TRIGGER_FILLER;
    bool proper = s->mention.end == s->mention.start + 1 && w->kind != TOKEN_MARK && !filler &&
                  s->mention.kind != MENTION_QUOTED && (w->capital || w->text.len == 1);
    return (s->head ? SAID_HEAD : 0) | (s->claimed ? SAID_CLAIMED : 0) | (bare ? SAID_BARE : 0) |
           (proper ? SAID_PROPER : 0) | (said_month(r, i).ptr ? SAID_MONTH : 0) |
           (w->kind == TOKEN_QUOTED ? SAID_QUOTED : 0);
}

uint64_t said(const struct reading *r, uint32_t i)
{
    if (i >= r->count)
        return 0;
    const struct said *s = &r->items[i];
    uint64_t out = place_traits(r, i);
    switch (s->mention.kind) {
    case MENTION_KEY:
        out |= s->mention.key == TRIGGER_AGED ? SAID_FILLER : 0;
        return out | UINT64_C(1) << s->mention.key;
    case MENTION_NAME:
        return out | name_traits(r, s);
    case MENTION_MARK:
        return out | mark_traits(r, i);
    case MENTION_WORD:
        return out | SAID_WORD;
    case MENTION_COMPARATIVE:
        return out | SAID_COMPARATIVE;
    case MENTION_SUPERLATIVE:
        return out | SAID_SUPERLATIVE;
    case MENTION_VALUE:
        return out | SAID_VALUE;
    case MENTION_QUOTED:
        return out | SAID_QUOTED;
    case MENTION_NUMBER:
        return out | SAID_NUMBER | (is_year(r, &s->mention) ? SAID_YEAR : 0);
    }
    return out;
}

bool said_within(const struct reading *r, uint32_t start, uint32_t end, uint64_t traits)
{
    while (start < end && start < r->count && !said_is(r, start, traits))
        start++;
    return start < end && start < r->count;
}

enum aggregate said_aggregate(const struct reading *r, uint32_t i)
{
    static const enum aggregate AGGREGATES[N_TRIGGERS] = {[TRIGGER_COUNT] = AGGREGATE_COUNT,
                                                          [TRIGGER_SUM] = AGGREGATE_SUM,
                                                          [TRIGGER_AVG] = AGGREGATE_AVG,
                                                          [TRIGGER_MAX] = AGGREGATE_MAX,
                                                          [TRIGGER_MIN] = AGGREGATE_MIN};
    bool key = i < r->count && r->items[i].mention.kind == MENTION_KEY;
    return key ? AGGREGATES[r->items[i].mention.key] : AGGREGATE_NONE;
}

bool said_comparison(const struct reading *r, uint32_t i, enum comparison *op)
{
    static const enum comparison OPS[N_TRIGGERS] = {
        [TRIGGER_GT] = COMPARE_GT,      [TRIGGER_LT] = COMPARE_LT,
        [TRIGGER_GE] = COMPARE_GE,      [TRIGGER_LE] = COMPARE_LE,
        [TRIGGER_OR_MORE] = COMPARE_GE, [TRIGGER_OR_LESS] = COMPARE_LE,
        [TRIGGER_EXACTLY] = COMPARE_EQ, [TRIGGER_OTHER] = COMPARE_NE,
        [TRIGGER_NOT] = COMPARE_NE};
    bool key = i < r->count && r->items[i].mention.kind == MENTION_KEY;
    bool found = key && (OPS[r->items[i].mention.key] != COMPARE_EQ || said_is(r, i, SAID_EXACTLY));
    if (found)
        *op = OPS[r->items[i].mention.key];
    return found;
}

bool is_word(const struct reading *r, uint32_t i, const char *list)
{
    return i < r->count && r->items[i].mention.end == r->items[i].mention.start + 1 &&
           str_among(r->words.items[r->items[i].mention.start].lemma, list);
}

bool begins_with_word(const struct reading *r, uint32_t i, const char *word)
{
    return i < r->count && word_is(&r->words, r->items[i].mention.start, word);
}

uint32_t find_said(const struct reading *r, uint32_t start, uint64_t all, uint64_t none)
{
    for (uint32_t i = start; i < r->count; i++)
        if ((said(r, i) & all) == all && !said_is(r, i, none))
            return i;
    return NO_MENTION;
}

uint32_t said_after(const struct reading *r, uint32_t i)
{
    return skip_after(r, i, SAID_FILLER);
}

uint32_t skip_after(const struct reading *r, uint32_t i, uint64_t traits)
{
    if (i == NO_MENTION)
        return NO_MENTION;
    do
        i++;
    while (said_is(r, i, traits | SAID_FILLER));
    return i < r->count ? i : NO_MENTION;
}

uint32_t said_before(const struct reading *r, uint32_t i)
{
    while (i != NO_MENTION && i-- > 0)
        if (!said_is(r, i, SAID_FILLER))
            return i;
    return NO_MENTION;
}

uint32_t find_near(const struct reading *r, uint32_t i, int steps, uint64_t traits, uint64_t stops)
{
    for (int n = abs(steps); n > 0; n--) {
        i = steps < 0 ? said_before(r, i) : said_after(r, i);
        if (said_is(r, i, traits | stops))
            return said_is(r, i, traits) ? i : NO_MENTION;
    }
    return NO_MENTION;
}

uint32_t said_owner(const struct reading *r, uint32_t i)
{
    return r->items[i].table != SCHEMA_NONE ? r->items[i].table : table_of(r, r->items[i].column);
}

uint32_t nearby_table(const struct reading *r, uint32_t i)
{
    for (uint32_t j = i; j-- > 0;)
        if (said_is(r, j, SAID_TABLE))
            return r->items[j].table;
    uint32_t after = find_said(r, i + 1, SAID_TABLE, 0);
    return after != NO_MENTION ? r->items[after].table : r->main;
}

struct adjective_sense said_sense(const struct reading *r, uint32_t i, uint32_t table)
{
    bool superlative = said_is(r, i, SAID_SUPERLATIVE);
    if (table >= r->schema->n_tables || (!superlative && !said_is(r, i, SAID_COMPARATIVE)))
        return (struct adjective_sense){SCHEMA_STAR, true};
    return adjective_in(r->lexicon, r->schema, r->items[i].mention.adjective, superlative, table);
}

/* The table that refers to the other, of the main one and its neighbour `table`; or SCHEMA_NONE. */
static uint32_t referring_table(const struct reading *r, uint32_t table)
{
    const struct join_edge *e =
        r->main < r->schema->n_tables ? join_edge_between(r->graph, r->main, table) : NULL;
    return e ? table_of(r, e->from) : (uint32_t)SCHEMA_NONE;
}

bool main_refers_to(const struct reading *r, uint32_t table)
{
    return referring_table(r, table) == r->main && r->main != SCHEMA_NONE;
}

bool refers_to_main(const struct reading *r, uint32_t table)
{
    return table != r->main && referring_table(r, table) == table;
}

struct str sql_text(struct arena *a, struct str text)
{
    char *out = arena_alloc(a, 2 * text.len + 3);
    size_t n = 0;
    out[n++] = '\'';
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\0')
            continue;
        if (text.ptr[i] == '\'')
            out[n++] = '\'';
        out[n++] = text.ptr[i];
    }
    out[n++] = '\'';
    out[n] = '\0';
    return (struct str){out, n};
}

struct str sql_number(struct arena *a, double number)
{
    if (number == floor(number) && fabs(number) < 1e15)
        return arena_printf(a, "%.0f", number);
    return arena_printf(a, "%.10g", number);
}

struct str said_text(const struct reading *r, uint32_t i)
{
    return indicator_text(&r->words, r->items[i].mention.start, r->items[i].mention.end);
}

uint32_t table_time(const struct reading *r, uint32_t table)
{
    uint32_t named = role_time(r->schema, table);
    const struct schema_table *t = &r->schema->tables[table];
    for (uint32_t i = 0; named == SCHEMA_STAR && i < t->n_columns; i++)
        if (r->link->values.facts[t->columns[i]].date)
            named = t->columns[i];
    return named;
}

enum aggregate take_lone_aggregate(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t next = said_after(r, i);
        bool sum = said_is(r, i, SAID_SUM);
        if ((!sum && !said_is(r, i, SAID_AVG)) || r->items[i].claimed || r->items[i].head ||
            said_is(r, next, SAID_NAME))
            continue;
        claim(r, i);
        return sum ? AGGREGATE_SUM : AGGREGATE_AVG;
    }
    return AGGREGATE_NONE;
}

uint32_t table_measure(const struct reading *r, uint32_t table)
{
    const struct schema_table *t = &r->schema->tables[table];
    uint32_t only = SCHEMA_STAR, n = 0;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t column = t->columns[i];
        if (!role_is_measure(r->schema, column) || r->link->values.facts[column].flag)
            continue;
        if (str_ends(t->natural, r->schema->columns[column].natural))
            return column;
        only = column;
        n++;
    }
    return n == 1 ? only : (uint32_t)SCHEMA_STAR;
}
