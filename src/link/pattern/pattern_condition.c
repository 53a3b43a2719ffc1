/* pattern_condition.c: the conditions of a pattern: on the query, on what its slots stand for, and
 * on the words around it. */
#include "lexicon/kinds.h"
#include "lexicon/word_fact.h"
#include "link/pattern/named_thing.h"
#include "link/pattern/pattern_match.h"
#include "link/role.h"

#include <assert.h>

#define NOTHING UINT32_MAX

bool condition_names(const struct pattern_condition *c, struct str word)
{
    return str_in(word, c->words, c->n_words);
}

/* The column or value of the query that a slot stands for, or NOTHING. */
static uint32_t part_of_slot(const struct pattern_match *m, uint32_t slot)
{
    return m->pattern->slots[slot].type == SLOT_KEYWORD ? NOTHING : m->slots[slot].part;
}

/* The part of the query that the first slot for one stands for, or NULL. */
static const struct query_part *slot_part(const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (part_of_slot(m, i) != NOTHING)
            return &m->reading->parts->items[part_of_slot(m, i)];
    return NULL;
}

const struct slot_match *find_slot_match(const struct pattern_match *m, enum slot_type type)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->pattern->slots[i].type == type)
            return &m->slots[i];
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
static bool column_is_asked_for(const struct pattern_match *m, uint32_t column)
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
    for (uint32_t i = 0; reading_part(r, PART_COLUMN, m->start, m->end, &i); i++) {
        uint32_t column = r->parts->items[i].column;
        if (column != SCHEMA_STAR && column_is_asked_for(m, column))
            return column;
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

/* Is the noun one of the kinds that the condition asks for? */
static bool noun_is_kind(const struct pattern_match *m, struct str noun,
                         const struct pattern_condition *c)
{
    struct noun_kinds kinds = kinds_of(m->arena, m->reading->knowledge, noun);
    for (uint32_t i = 0; i < c->n_words; i++)
        if (kinds_have(&kinds, c->words[i]))
            return true;
    return false;
}

static bool table_is_kind(const struct pattern_match *m, uint32_t table,
                          const struct pattern_condition *c)
{
    return noun_is_kind(m, reading_table_noun(m->arena, m->reading, table), c);
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
        /* a table of user profiles has users: what the question calls its rows counts, too */
        if (m->slots[i].table != NOTHING &&
            (table_is_kind(m, m->slots[i].table, c) ||
             noun_is_kind(m, m->reading->said.words.items[m->slots[i].end - 1].lemma, c)))
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

/* Does the condition name one of the words? */
static bool names_any_word(const struct pattern_match *m, uint32_t start, uint32_t end,
                           const struct pattern_condition *c)
{
    for (uint32_t i = start; i < end; i++)
        if (condition_names(c, m->reading->said.words.items[i].lower))
            return true;
    return false;
}

static bool says_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    return names_any_word(m, m->start, m->end, c);
}

/* "above age 40 and below 30": words for one value may serve the other, too. */
static bool values_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_parts *parts = m->reading->parts;
    uint32_t n = 0, column = pattern_column(m);
    for (uint32_t i = 0; i < parts->count; i++)
        n += parts->items[i].kind == PART_VALUE && parts->items[i].column == column;
    return condition_names(c, arena_printf(m->arena, "%u", n));
}

/* The first of these keywords that words of the match indicate, or NULL. */
static const struct query_part *keyword_part(const struct pattern_match *m, uint32_t keywords)
{
    const struct question_reading *r = m->reading;
    assert(r->parts->items || r->parts->count == 0);
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct indicator *x = &r->said.items[i];
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

static bool again_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->said.words;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    for (uint32_t i = m->end; column && i < w->count; i++)
        if (condition_names(c, STR("column")) &&
            str_eq(w->items[i].lemma, w->items[column->end - 1].lemma))
            return true;
    return false;
}

/* The part of the {column}, or of the keyword that the pattern asks for, or NULL. */
static const struct query_part *part_asked_about(const struct pattern_match *m)
{
    const struct query_part *p = slot_part(m);
    for (uint32_t i = 0; !p && i < m->pattern->n_conditions; i++)
        if (m->pattern->conditions[i].type == CONDITION_KEYWORD)
            p = keyword_part(m, m->pattern->conditions[i].keywords);
    return p;
}

static const struct lemmatizer *lemmatizer_of(const struct pattern_match *m)
{
    return m->subject ? &m->subject->phrases->lemmatizer : &m->reading->book->link.lemmatizer;
}

/* Has the fact of the word one of the condition's words? Any value will do if `c` is NULL. */
static bool word_has_fact(const struct pattern_match *m, enum fact_id id,
                          const struct pattern_condition *c, struct str word)
{
    for (const struct word_fact *f = fact_of(lemmatizer_of(m)->lexicon, id, word); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            if (!c || condition_names(c, f->values[i]))
                return true;
    return false;
}

/* The same for any word of the column's name, as it is or in the singular. */
static bool name_has_fact(const struct pattern_match *m, enum fact_id id,
                          const struct pattern_condition *c, uint32_t column)
{
    const struct schema *s = m->subject ? m->subject->schema : m->reading->book->schema;
    const struct lemmatizer *z = lemmatizer_of(m);
    for (struct str rest = s->columns[column].natural; rest.ptr;) {
        struct str word = arena_str_lower(m->arena, str_split(&rest, ' '));
        if (word_has_fact(m, id, c, word) || word_has_fact(m, id, c, lemma_of(m->arena, z, word)))
            return true;
    }
    return false;
}

/* The noun that the {column} ends in: "score" if the match ends in "balance" but the question has
 * "balance score". NULL if the pattern has no {column}. */
static const struct word *column_head(const struct pattern_match *m)
{
    const struct words *w = &m->reading->said.words;
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

bool superlative_fits(const struct pattern_match *m, uint32_t at, const struct pattern_condition *c)
{
    const struct word *w = &m->reading->said.words.items[at];
    return word_has_fact(m, FACT_FITS, c, w->lemma) || word_has_fact(m, FACT_FITS, c, w->lower);
}

static bool fits_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct word *head = column_head(m);
    if (m->subject)
        return subject_fits(m, c);
    if (head)
        return superlative_fits(m, (uint32_t)(head - m->reading->said.words.items), c);
    const struct query_part *p = part_asked_about(m);
    if (p && p->column == SCHEMA_STAR) /* what is counted is a number */
        return word_has_fact(m, FACT_FITS, c, STR("number"));
    return p && name_has_fact(m, FACT_FITS, c, p->column);
}

bool column_sorts(const struct question_reading *r, uint32_t column)
{
    const struct column_facts *known = r->book->link.values.facts;
    const struct column_facts f = known ? known[column] : (struct column_facts){.text = false};
    bool number = r->book->schema->columns[column].type == SCHEMA_NUMBER;
    return f.date || f.number || (number && !f.text); /* by its type if no rows are known */
}

static bool sorts_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_part *p = part_asked_about(m);
    return p && condition_names(c, STR("truly")) &&
           (p->column == SCHEMA_STAR || column_sorts(m->reading, p->column));
}

static bool column_measures(const struct pattern_match *m, const struct pattern_condition *c,
                            enum schema_type type, uint32_t column)
{
    bool measure = name_has_fact(m, FACT_MEASURES, NULL, column); /* also if it is kept as a text */
    return (type == SCHEMA_NUMBER && condition_names(c, STR("number"))) ||
           (type == SCHEMA_TEXT && !measure && condition_names(c, STR("text"))) ||
           (type == SCHEMA_TIME && condition_names(c, STR("time"))) ||
           name_has_fact(m, FACT_MEASURES, c, column);
}

static bool dimension_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct pattern_subject *s = m->subject;
    if (s && (s->any_column || s->column == SCHEMA_NONE))
        return s->any_column || condition_names(c, STR("count"));
    if (s)
        return column_measures(m, c, s->schema->columns[s->column].type, s->column);
    const struct query_part *p = part_asked_about(m);
    if (!p || p->column == SCHEMA_STAR)
        return p && condition_names(c, STR("count"));
    return column_measures(m, c, m->reading->book->schema->columns[p->column].type, p->column);
}

/* Phrases for columns */

static bool role_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct schema *s = m->subject ? m->subject->schema : m->reading->book->schema;
    uint32_t column = m->subject ? m->subject->column : pattern_column(m);
    if (column == SCHEMA_NONE || column == SCHEMA_STAR)
        return false;
    for (uint32_t i = 0; i < c->n_words; i++)
        if (role_has_word(s, column, c->words[i]))
            return true;
    return false;
}

bool phrase_fits_column(struct arena *a, const struct phrase_list *list,
                        const struct line_phrase *p, const struct schema *s, uint32_t column)
{
    const struct pattern_subject subject = {.phrases = list, .schema = s, .column = column};
    const struct pattern_match m = {.arena = a, .pattern = &p->pattern, .subject = &subject};
    for (uint32_t i = 0; i < p->pattern.n_conditions; i++) {
        const struct pattern_condition *c = &p->pattern.conditions[i];
        if ((c->type == CONDITION_DIMENSION && dimension_holds(&m, c) == c->negated) ||
            (c->type == CONDITION_ROLE && role_holds(&m, c) == c->negated))
            return false;
    }
    return true;
}

static bool is_only_carried(const struct pattern_match *m, const struct line_phrase *p,
                            uint32_t column)
{
    const struct indicator_book *b = m->reading->book;
    const struct schema_table *t = &b->schema->tables[b->schema->columns[column].table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (phrase_fits_column(m->arena, &b->phrases, p, b->schema, t->columns[i]) !=
            (t->columns[i] == column))
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

static bool carrier_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct phrase_list *list = &m->reading->book->phrases;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    for (uint32_t i = 0; column && i < list->count; i++)
        if (phrase_asks(&list->items[i], ASK_COLUMN) && is_joined(c->words[0], list->items[i].text))
            return is_only_carried(m, &list->items[i],
                                   m->reading->parts->items[column->part].column);
    return false;
}

/* Nouns, and words of any kind */

static bool noun_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].table != UINT32_MAX)
            return condition_names(c, m->slots[i].plural ? STR("plural") : STR("singular"));
    return false;
}

/* The slot for words of any kind, or NULL. */
static const struct slot_match *rest_of(const struct pattern_match *m)
{
    static const unsigned ANY_WORDS = 1U << SLOT_REST | 1U << SLOT_WORDS | 1U << SLOT_ASKED;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (ANY_WORDS >> m->pattern->slots[i].type & 1)
            return &m->slots[i];
    return NULL;
}

static bool rest_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && condition_names(c, m->reading->said.words.items[rest->start].lower);
}

static bool rest_ends_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && condition_names(c, m->reading->said.words.items[rest->end - 1].lower);
}

static bool rest_has_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && names_any_word(m, rest->start, rest->end, c);
}

/* In "with one or more car makers, along with their ids", "their" would mean the car makers. */
static bool rest_nouns_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    for (uint32_t i = rest ? rest->start : 0; rest && i < rest->end; i++) {
        const struct word *w = &m->reading->said.words.items[i];
        bool noun = w->kind == TOKEN_WORD && !(w->classes & ~(unsigned)(WORD_PLURAL | WORD_EITHER));
        if (noun && is_plural_word(w) && condition_names(c, STR("plural")))
            return true;
    }
    return false;
}

static bool before_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->said.words;
    return begins_sentence(w, m->start) ? condition_names(c, STR("^"))
                                        : condition_names(c, w->items[m->start - 1].lower);
}

static bool after_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->said.words;
    bool ends = m->end >= w->count || is_final_mark(w, m->end);
    return condition_names(c, ends ? STR("$") : w->items[m->end].lower);
}

static bool sentences_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->said.words;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        n += begins_sentence(w, i) && !is_final_mark(w, i);
    return condition_names(c, arena_printf(m->arena, "%u", n));
}

/* Words around */

static bool anywhere_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    return names_any_word(m, 0, m->reading->said.words.count, c);
}

static bool sentence_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->said.words;
    uint32_t first = m->start;
    while (!begins_sentence(w, first))
        first--;
    if (first + 1 < w->count && word_is(w, first, "please"))
        first++;
    unsigned classes = w->items[first].classes;
    return ((classes & WORD_INTERROGATIVE) && condition_names(c, STR("question"))) ||
           ((classes & WORD_COMMAND) && condition_names(c, STR("command")));
}

/* The first word of the first slot of these types, or the last word of {nouns}; NULL if there is no
 * such slot. */
static const struct word *slot_word(const struct pattern_match *m, unsigned types)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        enum slot_type type = m->pattern->slots[i].type;
        const struct slot_match *s = &m->slots[i];
        if (types >> type & 1)
            return &m->reading->said.words.items[type == SLOT_NOUNS ? s->end - 1 : s->start];
    }
    return NULL;
}

static bool word_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const unsigned ONE_WORD =
        1U << SLOT_WORD | 1U << SLOT_FINITE | 1U << SLOT_DOING | 1U << SLOT_DONE;
    const struct word *w = slot_word(m, ONE_WORD);
    if (!w)
        w = slot_word(m, 1U << SLOT_NOUNS);
    return w && condition_names(c, w->lower);
}

static bool amount_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct word *w = slot_word(m, 1U << SLOT_VALUE | 1U << SLOT_NUMBER);
    return w && condition_names(c, w->lower);
}

/* All of them */

bool condition_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static pattern_test *const HOLDS[] = {
#define CONDITION(id, name, words, test) [CONDITION_##id] = test,
#include "link/pattern/condition.def"

#undef CONDITION
        [CONDITION_KEYWORD] = keyword_holds,
    };
    return HOLDS[c->type](m, c) != c->negated;
}

bool conditions_hold(const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->n_conditions; i++)
        if (!condition_holds(m, &m->pattern->conditions[i]))
            return false;
    return true;
}
