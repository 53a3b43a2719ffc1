/* reading.c: walking over the mentions of a question. */
#include "nlidb/reading.h"
#include "link/indicators.h"
#include "link/role.h"

#include <math.h>

bool said_kind(const struct reading *r, uint32_t i, enum mention_kind kind)
{
    return i < r->count && r->items[i].mention.kind == kind;
}

bool said_trigger(const struct reading *r, uint32_t i, enum trigger t)
{
    return said_kind(r, i, MENTION_KEY) && r->items[i].mention.key == t;
}

bool said_any(const struct reading *r, uint32_t i, const enum trigger *triggers, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (said_trigger(r, i, triggers[k]))
            return true;
    return false;
}

bool said_table(const struct reading *r, uint32_t i)
{
    return said_kind(r, i, MENTION_NAME) && r->items[i].table != SCHEMA_NONE;
}

bool said_column(const struct reading *r, uint32_t i)
{
    return said_kind(r, i, MENTION_NAME) && r->items[i].column != SCHEMA_STAR;
}

bool said_name(const struct reading *r, uint32_t i)
{
    return said_table(r, i) || said_column(r, i);
}

bool said_measure(const struct reading *r, uint32_t i)
{
    return said_column(r, i) && role_is_measure(r->schema, r->items[i].column);
}

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

static bool is_mark(const struct reading *r, uint32_t i, const char *marks)
{
    if (!said_kind(r, i, MENTION_MARK))
        return false;
    struct str text = r->words.items[r->items[i].mention.start].text;
    return text.len == 1 && text.ptr[0] != '\0' && strchr(marks, text.ptr[0]);
}

/* "Dr. Lee": a full stop that does not end a sentence. Nor does one before a small letter. */
static bool is_within_sentence(const struct reading *r, uint32_t i)
{
    uint32_t next = r->items[i].mention.end;
    if (!is_mark(r, i, ".") || i == 0 || next >= r->words.count)
        return false;
    char c = r->words.items[next].text.len > 0 ? r->words.items[next].text.ptr[0] : ' ';
    return ascii_small(c) || !r->words.items[r->items[i].mention.start].ends;
}

bool said_sentence_end(const struct reading *r, uint32_t i)
{
    return is_mark(r, i, "?.!;") && !is_within_sentence(r, i);
}

bool said_comma(const struct reading *r, uint32_t i)
{
    return is_mark(r, i, ",");
}

enum aggregate said_aggregate(const struct reading *r, uint32_t i)
{
    static const struct {
        enum trigger trigger;
        enum aggregate aggregate;
    } words[] = {{TRIGGER_COUNT, AGGREGATE_COUNT},
                 {TRIGGER_SUM, AGGREGATE_SUM},
                 {TRIGGER_AVG, AGGREGATE_AVG},
                 {TRIGGER_MAX, AGGREGATE_MAX},
                 {TRIGGER_MIN, AGGREGATE_MIN}};
    for (size_t k = 0; k < COUNT_OF(words); k++)
        if (said_trigger(r, i, words[k].trigger))
            return words[k].aggregate;
    return AGGREGATE_NONE;
}

bool said_comparison(const struct reading *r, uint32_t i, enum comparison *op)
{
    static const struct {
        enum trigger trigger;
        enum comparison op;
    } words[] = {
        {TRIGGER_GT, COMPARE_GT},      {TRIGGER_LT, COMPARE_LT},      {TRIGGER_GE, COMPARE_GE},
        {TRIGGER_LE, COMPARE_LE},      {TRIGGER_OR_MORE, COMPARE_GE}, {TRIGGER_OR_LESS, COMPARE_LE},
        {TRIGGER_EXACTLY, COMPARE_EQ}, {TRIGGER_OTHER, COMPARE_NE},   {TRIGGER_NOT, COMPARE_NE},
    };
    for (size_t k = 0; k < COUNT_OF(words); k++)
        if (said_trigger(r, i, words[k].trigger)) {
            *op = words[k].op;
            return true;
        }
    return false;
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

static bool is_filler(const struct reading *r, uint32_t i)
{
    return said_trigger(r, i, TRIGGER_FILLER) || is_mark(r, i, "()\"'$");
}

uint32_t said_after(const struct reading *r, uint32_t i)
{
    if (i == NO_MENTION)
        return NO_MENTION;
    for (i++; i < r->count; i++)
        if (!is_filler(r, i))
            return i;
    return NO_MENTION;
}

uint32_t said_before(const struct reading *r, uint32_t i)
{
    while (i != NO_MENTION && i-- > 0)
        if (!is_filler(r, i))
            return i;
    return NO_MENTION;
}

uint32_t said_owner(const struct reading *r, uint32_t i)
{
    return r->items[i].table != SCHEMA_NONE ? r->items[i].table : table_of(r, r->items[i].column);
}

uint32_t nearby_table(const struct reading *r, uint32_t i)
{
    for (uint32_t j = i; j-- > 0;)
        if (said_table(r, j))
            return r->items[j].table;
    for (uint32_t j = i + 1; j < r->count; j++)
        if (said_table(r, j))
            return r->items[j].table;
    return r->main;
}

bool trigger_between(const struct reading *r, uint32_t from, uint32_t to, enum trigger t)
{
    for (uint32_t i = from + 1; i < to && i < r->count; i++)
        if (said_trigger(r, i, t))
            return true;
    return false;
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
        bool sum = said_trigger(r, i, TRIGGER_SUM);
        if ((!sum && !said_trigger(r, i, TRIGGER_AVG)) || r->items[i].claimed || r->items[i].head ||
            said_name(r, next))
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
