/* form_condition.c: what a pattern asks of its nouns, names and other words, and of what stands
 * around it. */
#include "link/role.h"
#include "rewording/named_thing.h"
#include "rewording/pattern_match.h"

/* Carriers */

static bool carrier_fits(const struct lexicon_row *row, const struct schema *s, uint32_t column)
{
    for (uint32_t i = 1; i < row->n_fields; i++)
        if (role_has_word(s, column, row->fields[i]))
            return true;
    return false;
}

static bool is_only_carried(const struct lexicon_row *row, const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[s->columns[column].table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (carrier_fits(row, s, t->columns[i]) != (t->columns[i] == column))
            return false;
    return true;
}

/* Is it the phrase, with "_" for its blanks? */
static bool is_joined(struct str joined, struct str phrase)
{
    bool same = joined.len == phrase.len;
    for (size_t i = 0; same && i < phrase.len; i++)
        same = joined.ptr[i] == (phrase.ptr[i] == ' ' ? '_' : phrase.ptr[i]);
    return same;
}

bool carrier_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct lexicon_table *list = m->reading->book->carriers.list;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    for (uint32_t i = 0; column && i < list->n_rows; i++)
        if (is_joined(c->words[0], list->rows[i].fields[0]))
            return is_only_carried(&list->rows[i], m->reading->book->schema,
                                   m->reading->parts->items[column->part].column);
    return false;
}

/* Forms */

bool noun_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].table != UINT32_MAX)
            return condition_names(c, m->slots[i].plural ? STR("plural") : STR("singular"));
    return false;
}

/* The slot for words of any kind; NULL where there is none. */
static const struct slot_match *rest_of(const struct pattern_match *m)
{
    static const unsigned ANY_WORDS = 1U << SLOT_REST | 1U << SLOT_WORDS | 1U << SLOT_ASKED;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (ANY_WORDS >> m->pattern->slots[i].type & 1)
            return &m->slots[i];
    return NULL;
}

bool rest_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && condition_names(c, m->reading->told.words.items[rest->start].lower);
}

bool rest_ends_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && condition_names(c, m->reading->told.words.items[rest->end - 1].lower);
}

bool rest_has_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    for (uint32_t i = rest ? rest->start : 0; rest && i < rest->end; i++)
        if (condition_names(c, m->reading->told.words.items[i].lower))
            return true;
    return false;
}

/* "their" would be the car makers' in "with one or more car makers, along with their ids". */
bool rest_nouns_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    for (uint32_t i = rest ? rest->start : 0; rest && i < rest->end; i++) {
        const struct word *w = &m->reading->told.words.items[i];
        bool noun = w->kind == TOKEN_WORD && !(w->classes & ~(unsigned)(WORD_PLURAL | WORD_EITHER));
        if (noun && is_plural_word(w) && condition_names(c, STR("plural")))
            return true;
    }
    return false;
}

bool before_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    return begins_sentence(w, m->start) ? condition_names(c, STR("^"))
                                        : condition_names(c, w->items[m->start - 1].lower);
}

bool after_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    bool ends = m->end >= w->count || is_final_mark(w, m->end);
    return condition_names(c, ends ? STR("$") : w->items[m->end].lower);
}

bool sentences_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        n += begins_sentence(w, i) && !is_final_mark(w, i);
    return condition_names(c, arena_printf(m->arena, "%u", n));
}
