/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"
#include "lexicon/noun_phrase.h"
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

static bool number_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct str NUMBERS[] = {[NUMBER_UNSURE] = STR_INIT(""),
                                         [NUMBER_SINGULAR] = STR_INIT("one"),
                                         [NUMBER_PLURAL] = STR_INIT("many")};
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        enum slot_type type = m->pattern->slots[i].type;
        if (type == SLOT_LIST || type == SLOT_COLUMN || type == SLOT_NAME)
            return is_one_of(c, NUMBERS[m->slots[i].each]);
    }
    return false;
}

static bool says_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    for (uint32_t i = m->start; i < m->end; i++)
        if (is_one_of(c, m->reading->told.words.items[i].lower))
            return true;
    return false;
}

static bool followed_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    return m->end < w->count && is_one_of(c, w->items[m->end].lower);
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
        [CONDITION_COLUMN] = column_holds,     [CONDITION_THING] = thing_holds,
        [CONDITION_CLAUSE] = clause_holds,     [CONDITION_SELECTS] = selects_holds,
        [CONDITION_NUMBER] = number_holds,     [CONDITION_SAYS] = says_holds,
        [CONDITION_FOLLOWED] = followed_holds, [CONDITION_KEYWORD] = keyword_holds,
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
        bool plural = !str_eq(last->lemma, last->lower) && !(last->classes & WORD_EITHER);
        return (type == SLOT_NOUN || plural == (type == SLOT_THINGS)) &&
               go_on(m, item,
                     (struct slot_match){at, x->end, NOTHING, table, plural, NUMBER_UNSURE});
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

static enum grammatical_number number_at(const struct words *w, uint32_t i)
{
    return word_number(w->items[i].text, w->items[i].classes);
}

static bool match_part(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    for (uint32_t i = 0; i < m->reading->parts->count; i++) {
        const struct indicator *x = &m->reading->told.items[i];
        if (x->manner == MANNER_WORD && x->start == at &&
            part_fits(m, m->pattern->from.items[item].slot, i) &&
            go_on(m, item,
                  (struct slot_match){at, x->end, i, NOTHING, false, number_at(w, x->end - 1)}))
            return true;
    }
    return false;
}

/* Lists */

/* A word that names or describes what is asked for. */
static bool is_naming(const struct word *w)
{
    enum {
        NOT_NAMING = WORD_DETERMINER | WORD_PREPOSITION | WORD_RELATIVE | WORD_AUXILIARY |
                     WORD_MODAL | WORD_PRONOUN | WORD_INTERROGATIVE | WORD_CONJUNCTION
    };
    bool possessive = w->token.len != w->text.len;
    return (w->kind == TOKEN_WORD && !(w->classes & NOT_NAMING) && !possessive) ||
           (w->kind == TOKEN_NUMBER && w->has_number);
}

/* The end of "the average height" from `at` on; `at` where there is none. */
static uint32_t member_end(const struct words *w, uint32_t at)
{
    uint32_t first = at, end;
    if (first < w->count && str_eq(w->items[first].lower, STR("the")))
        first++;
    for (end = first; end < w->count && is_naming(&w->items[end]); end++)
        ;
    return end > first && w->items[end - 1].kind == TOKEN_WORD ? end : at;
}

/* Where the next member begins, behind what joins it to those before; 0 where there is none. */
static uint32_t next_member(const struct words *w, uint32_t end, bool *last)
{
    uint32_t at = end;
    if (at < w->count && str_eq(w->items[at].text, STR(",")))
        at++;
    *last = at < w->count && str_eq(w->items[at].lower, STR("and"));
    at += *last;
    return at > end && member_end(w, at) > at ? at : 0;
}

static bool asks_for_part(const struct question_reading *r, uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct indicator *x = &r->told.items[i];
        if (r->parts->items[i].clause == IN_SELECT && x->manner != MANNER_NONE && x->start < end &&
            start < x->end)
            return true;
    }
    return false;
}

/* As many members as there are, each of them something that the query gives. */
static bool match_list(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    struct slot_match found = {at, at, NOTHING, NOTHING, false, NUMBER_UNSURE};
    bool last = false, alike = true;
    uint32_t n = 0, start = at;
    if (str_eq(w->items[at].lower, STR("the"))) /* the pattern has it */
        return false;
    do {
        uint32_t end = member_end(w, start);
        if (end == start || !asks_for_part(m->reading, start, end))
            return false;
        enum grammatical_number number = number_at(w, end - 1);
        alike &= n++ == 0 || number == found.each;
        found.each = number;
        found.end = end;
        start = last ? 0 : next_member(w, end, &last);
    } while (start > 0);
    found.plural = n > 1 || found.each == NUMBER_PLURAL;
    found.each = alike ? found.each : NUMBER_UNSURE;
    return go_on(m, item, found);
}

/* Words */

/* Does a clause of its own begin or go on here, with a verb, or with what stands for a noun? */
static bool is_of_clause(const struct words *w, uint32_t i)
{
    enum {
        OF_CLAUSE = WORD_AUXILIARY | WORD_MODAL | WORD_RELATIVE | WORD_PRONOUN |
                    WORD_INTERROGATIVE | WORD_VERB
    };
    const struct word *x = &w->items[i];
    bool joined = i > 0 && (w->items[i - 1].classes & WORD_CONJUNCTION);
    return (x->classes & OF_CLAUSE) || str_eq(x->lower, STR("but")) ||
           (joined && ((x->classes & (WORD_PARTICIPLE | WORD_COMMAND)) || is_past(x->lower)));
}

/* Is something else asked or commanded in the words, or do they end in what the question word was
 * for: "which region is Kabul in"? */
static bool asks_more(const struct pattern_match *m, uint32_t start, uint32_t end)
{
    struct question_text q =
        question_text_read(m->arena, indicator_text(&m->reading->told.words, start, end),
                           m->reading->book->link.lemmatizer.lexicon);
    return has_second_question(&q, 0) || has_second_command(&q, 0) ||
           has_stranded_preposition(&q, 0);
}

/* Words up to where the next item stands. */
static bool match_words(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    enum slot_type type = m->pattern->from.items[item].slot;
    for (uint32_t end = at + 1; end <= w->count; end++) {
        if (is_final_mark(w, end - 1) ||
            (type < SLOT_REST && w->items[end - 1].kind == TOKEN_MARK) ||
            (type == SLOT_PHRASE && is_of_clause(w, end - 1)))
            return false;
        if (go_on(m, item, (struct slot_match){at, end, NOTHING, NOTHING, false, NUMBER_UNSURE}))
            return type != SLOT_ASKED || !asks_more(m, at, end);
        if (type == SLOT_WORD)
            return false;
    }
    return false;
}

/* "The oldest", "the most popular" */
static bool is_superlative_at(const struct words *w, uint32_t at)
{
    if (at + 1 >= w->count || !str_eq(w->items[at].lower, STR("the")))
        return false;
    struct str word = w->items[at + 1].lower;
    return str_eq(word, STR("most")) || str_eq(word, STR("least")) || str_ends(word, STR("est"));
}

/* Does the verb have its subject behind it: "do players", "are there", "is the car", "is Kyle"? */
static bool is_inverted(const struct words *w, uint32_t at)
{
    static const struct str DO[] = {STR_INIT("do"), STR_INIT("does"), STR_INIT("did")};
    static const struct str BE[] = {STR_INIT("is"), STR_INIT("are"), STR_INIT("was"),
                                    STR_INIT("were")};
    bool does = false, is = false;
    if (at + 1 >= w->count)
        return true;
    const struct word *next = &w->items[at + 1];
    for (size_t i = 0; i < sizeof DO / sizeof *DO; i++)
        does |= str_eq(w->items[at].lower, DO[i]);
    for (size_t i = 0; i < sizeof BE / sizeof *BE; i++)
        is |= str_eq(w->items[at].lower, BE[i]);
    bool subject = next->capital || next->kind == TOKEN_QUOTED ||
                   ((next->classes & WORD_DETERMINER) && !is_superlative_at(w, at + 1)) ||
                   str_eq(next->lower, STR("there"));
    return (does && !str_eq(next->lower, STR("not"))) || (is && subject);
}

static bool match_verb(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    return (w->items[at].classes & (WORD_AUXILIARY | WORD_VERB)) && !is_inverted(w, at) &&
           go_on(m, item, (struct slot_match){at, at + 1, NOTHING, NOTHING, false, NUMBER_UNSURE});
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
    case SLOT_LIST:
        return match_list(m, item, at);
    case SLOT_VERB:
        return match_verb(m, item, at);
    case SLOT_PHRASE:
    case SLOT_WORD:
    case SLOT_WORDS:
    case SLOT_REST:
    case SLOT_ASKED:
        return match_words(m, item, at);
    default:
        return match_part(m, item, at);
    }
}

static bool match_word(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    const struct pattern_item *x = &m->pattern->from.items[item];
    for (uint32_t i = 0; at < w->count && i < x->n_words; i++)
        if (str_eq(w->items[at].lower, x->words[i]) && w->items[at].kind != TOKEN_QUOTED &&
            match_from(m, item + 1, m->found[item] = at + 1))
            return true;
    m->found[item] = 0;
    return x->optional && match_from(m, item + 1, at);
}

/* The end of a sentence, with its marks where the item has them. */
static bool match_end(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    bool marks = m->pattern->from.items[item].type == ITEM_END;
    uint32_t end = at;
    while (end < w->count && is_final_mark(w, end))
        end++;
    return (end > at || at == w->count) && match_from(m, item + 1, marks ? end : at);
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
    case ITEM_BEFORE_END:
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
