/* column_condition.c: what kind of column the words of a pattern are about. */
#include "rewording/pattern_match.h"

static const struct lexicon_table *list_of(const struct pattern_match *m, struct str name)
{
    return lexicon_table(m->reading->book->link.lemmatizer.lexicon, name);
}

/* The {column}'s, or that of the keyword that the pattern asks for; NULL where there is none. */
static const struct query_part *part_of(const struct pattern_match *m)
{
    const struct query_part *p = slot_part(m);
    for (uint32_t i = 0; !p && i < m->pattern->n_conditions; i++)
        if (m->pattern->conditions[i].type == CONDITION_KEYWORD)
            p = keyword_part(m, m->pattern->conditions[i].keywords);
    return p;
}

static bool row_has(const struct lexicon_row *row, struct str word)
{
    for (uint32_t i = 1; i < row->n_fields; i++)
        if (str_eq(row->fields[i], word))
            return true;
    return false;
}

/* Has the list a line for one of the condition's words, or for any where `c` is NULL, that has
 * `word`? */
static bool listed(const struct lexicon_table *t, const struct pattern_condition *c,
                   struct str word)
{
    for (uint32_t i = 0; i < t->n_rows; i++)
        if ((!c || condition_names(c, t->rows[i].fields[0])) && row_has(&t->rows[i], word))
            return true;
    return false;
}

/* The same of any word of the column's name, as it is or in the singular. */
static bool name_listed(const struct pattern_match *m, const struct lexicon_table *t,
                        const struct pattern_condition *c, uint32_t column)
{
    const struct indicator_book *b = m->reading->book;
    for (struct str rest = b->schema->columns[column].natural; rest.ptr;) {
        struct str word = arena_str_lower(m->arena, str_split(&rest, ' '));
        if (listed(t, c, word) || listed(t, c, lemma_of(m->arena, &b->link.lemmatizer, word)))
            return true;
    }
    return false;
}

/* The noun that the {column} ends in: where "balance" ends the match, but stands for "balance
 * score", it is the score. NULL where the pattern has no {column}. */
static const struct word *column_head(const struct pattern_match *m)
{
    const struct words *w = &m->reading->told.words;
    uint32_t end = 0;
    for (uint32_t i = 0; end == 0 && i < m->pattern->n_slots; i++)
        if (m->pattern->slots[i].type == SLOT_COLUMN)
            end = m->slots[i].end;
    if (end == 0)
        return NULL;
    while (end >= m->end && end < w->count && w->items[end].kind == TOKEN_WORD &&
           w->items[end].classes == 0 && w->items[end].n_stems == 0)
        end++;
    return &w->items[end - 1];
}

bool fits_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct lexicon_table *t = list_of(m, STR("fitting_words"));
    const struct word *head = column_head(m);
    if (head)
        return listed(t, c, head->lemma) || listed(t, c, head->lower);
    const struct query_part *p = part_of(m);
    if (p && p->column == SCHEMA_STAR) /* what is counted is a number */
        return listed(t, c, STR("number"));
    return p && name_listed(m, t, c, p->column);
}

bool column_sorts(const struct question_reading *r, uint32_t column)
{
    const struct column_facts *known = r->book->link.values.facts;
    const struct column_facts f = known ? known[column] : (struct column_facts){.text = false};
    bool number = r->book->schema->columns[column].type == SCHEMA_NUMBER;
    return f.date || f.number || (number && !f.text); /* where no rows are known, by its type */
}

bool sorts_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_part *p = part_of(m);
    return p && condition_names(c, STR("truly")) &&
           (p->column == SCHEMA_STAR || column_sorts(m->reading, p->column));
}

bool dimension_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct lexicon_table *t = list_of(m, STR("dimension_words"));
    const struct query_part *p = part_of(m);
    if (!p || p->column == SCHEMA_STAR)
        return p && condition_names(c, STR("count"));
    enum schema_type type = m->reading->book->schema->columns[p->column].type;
    bool measure = name_listed(m, t, NULL, p->column); /* also where it is kept as a text */
    return (type == SCHEMA_NUMBER && condition_names(c, STR("number"))) ||
           (type == SCHEMA_TEXT && !measure && condition_names(c, STR("text"))) ||
           (type == SCHEMA_TIME && condition_names(c, STR("time"))) ||
           name_listed(m, t, c, p->column);
}
