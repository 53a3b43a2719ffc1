/* read_names.c: which table or column each name means.
 *
 * Every table may have a "name". These decide, the strongest first: the table right before it
 * ("singer name"), the one it is "of", the last table named, and the table that most other names
 * and values of the question can belong to. */
#include "nlidb/reading.h"

#include <math.h>

static const double WEIGHT = 6, ADJACENT = 4, OWNER = 4, LAST = 2, PEER = 0.4, PEERS_MAX = 2,
                    KEY = 0.3, COUNTED = 3, OF_TABLE = 1.5, DESCRIBED = 1.5, TABLE_RANGE = 0.21,
                    SUBJECT = 0.5, SUBJECT_LATER = 2.5;

struct name_resolver {
    struct reading *r;
    uint32_t *table;  /* by mention: the table it may mean, or SCHEMA_NONE */
    uint32_t subject; /* the first table named in an asking phrase */
};

/* The best table among those that it may mean, unless a column fits much better. */
static uint32_t possible_table(const struct mention *m)
{
    double best = 0, best_table = 0;
    uint32_t table = SCHEMA_NONE;
    for (uint32_t i = 0; m->kind == MENTION_NAME && i < m->n_referents; i++) {
        best = fmax(best, m->referents[i].weight);
        if (m->referents[i].is_table && m->referents[i].weight > best_table) {
            best_table = m->referents[i].weight;
            table = m->referents[i].id;
        }
    }
    return best_table >= best - TABLE_RANGE ? table : (uint32_t)SCHEMA_NONE;
}

/* These may stand between a column and the table it is of. */
#define TO_OWNER                                                                                   \
    (SAID_NAME | SAID_OF | SAID_AND | SAID_DISTINCT | SAID_AVG | SAID_MAX | SAID_MIN | SAID_SUM |  \
     SAID_COUNT | SAID_EACH | SAID_FILLER | SAID_COMMA | SAID_SUPERLATIVE)

static uint32_t owner_after(const struct name_resolver *v, uint32_t i)
{
    bool of = false;
    while (++i < v->r->count && said_is(v->r, i, TO_OWNER) && !(of && v->table[i] != SCHEMA_NONE))
        of |= said_is(v->r, i, SAID_OF | SAID_EACH);
    return of && i < v->r->count ? v->table[i] : (uint32_t)SCHEMA_NONE;
}

static uint32_t last_table_before(const struct name_resolver *v, uint32_t i)
{
    while (i-- > 0)
        if (v->table[i] != SCHEMA_NONE)
            return v->table[i];
    return SCHEMA_NONE;
}

static bool value_in(const struct name_resolver *v, uint32_t i, uint32_t table)
{
    const struct row_values *values = &v->r->link->values;
    for (uint32_t k = v->r->items[i].mention.value; k != NAME_NONE; k = values->items[k].next)
        if (table_of(v->r, values->items[k].column) == table)
            return true;
    return false;
}

static bool name_in(const struct name_resolver *v, uint32_t i, uint32_t table)
{
    const struct mention *m = &v->r->items[i].mention;
    for (uint32_t k = 0; k < m->n_referents; k++)
        if (!m->referents[k].is_table && m->referents[k].weight > 0.6 &&
            table_of(v->r, m->referents[k].id) == table)
            return true;
    return false;
}

/* How much of the rest of the question can belong to `table`? */
static double score_of_peers(const struct name_resolver *v, uint32_t table, uint32_t but)
{
    double sum = 0;
    for (uint32_t i = 0; i < v->r->count && sum < PEERS_MAX; i++)
        if (i != but && ((said_is(v->r, i, SAID_VALUE) && value_in(v, i, table)) ||
                         (said_is(v->r, i, SAID_NAME) && name_in(v, i, table))))
            sum += PEER;
    return sum;
}

/* In a later sentence, or after words for sorting, "name" is the subject's. */
static bool said_later(const struct reading *r, uint32_t i)
{
    return r->items[i].ask > 0 || said_within(r, 0, i, SAID_ORDER | SAID_ALPHABET);
}

static double column_score(const struct name_resolver *v, uint32_t i, const struct referent *m)
{
    uint32_t table = table_of(v->r, m->id), before = said_before(v->r, i);
    double score = WEIGHT * m->weight + score_of_peers(v, table, i);
    score += before != NO_MENTION && v->table[before] == table ? ADJACENT : 0;
    score += owner_after(v, i) == table ? OWNER : 0;
    score += last_table_before(v, i) == table ? LAST : 0;
    score += v->r->schema->columns[m->id].primary ? KEY : 0;
    if (table == v->subject)
        score += said_later(v->r, i) ? SUBJECT_LATER : SUBJECT;
    return score;
}

static double table_score(const struct name_resolver *v, uint32_t i, const struct referent *m)
{
    const struct reading *r = v->r;
    double score = WEIGHT * m->weight + score_of_peers(v, m->id, i);
    score += find_near(r, i, -1, SAID_COUNT, 0) != NO_MENTION ? COUNTED : 0;
    score += find_near(r, i, -1, SAID_OF, 0) != NO_MENTION ? OF_TABLE : 0;
    score += find_near(r, i, 1, SAID_CLAUSE, 0) != NO_MENTION ? DESCRIBED : 0;
    score += last_table_before(v, i) == m->id ? LAST : 0;
    return score;
}

static void resolve_name(struct name_resolver *v, uint32_t i)
{
    struct said *s = &v->r->items[i];
    double best = -1;
    for (uint32_t k = 0; k < s->mention.n_referents; k++) {
        const struct referent *m = &s->mention.referents[k];
        double score = m->is_table ? table_score(v, i, m) : column_score(v, i, m);
        if (score < best || (score == best && s->column != SCHEMA_STAR && m->id > s->column))
            continue;
        best = score;
        s->table = m->is_table ? m->id : (uint32_t)SCHEMA_NONE;
        s->column = m->is_table ? (uint32_t)SCHEMA_STAR : m->id;
    }
    v->table[i] = s->table;
}

/* The table that the question is about: the first in an asking phrase, else that of the first name,
 * else that of the first value, else the first of all. */
static uint32_t find_main(const struct reading *r)
{
    uint32_t asked = find_said(r, 0, SAID_TABLE | SAID_HEAD, 0);
    uint32_t name = asked != NO_MENTION ? asked : find_said(r, 0, SAID_NAME, 0);
    uint32_t value = find_said(r, 0, SAID_VALUE, 0);
    if (name != NO_MENTION || value == NO_MENTION)
        return name != NO_MENTION ? said_owner(r, name) : 0;
    return table_of(r, r->link->values.items[r->items[value].mention.value].column);
}

/* "the phone number of": "number of" belongs to the name before it and is not a count. */
static void read_numbers_of_names(struct reading *r)
{
    for (uint32_t i = 1; i < r->count; i++)
        if (said_is(r, i, SAID_COUNT) && said_is(r, i - 1, SAID_NAME) &&
            str_eq(r->words.items[r->items[i].mention.start].lemma, STR("number")))
            r->items[i].mention.key = TRIGGER_OF;
}

void read_names(struct reading *r)
{
    read_numbers_of_names(r);
    struct name_resolver v = {r, ARENA_ARRAY(r->arena, uint32_t, r->count + 1), SCHEMA_NONE};
    for (uint32_t i = 0; i < r->count; i++)
        v.table[i] = possible_table(&r->items[i].mention);
    for (uint32_t i = r->count; i-- > 0;)
        if (v.table[i] != SCHEMA_NONE && r->items[i].head)
            v.subject = v.table[i];
    for (uint32_t i = 0; i < r->count; i++)
        if (said_is(r, i, SAID_NAME))
            resolve_name(&v, i);
    r->main = find_main(r);
}
