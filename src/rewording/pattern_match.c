/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"
#include "lexicon/noun_phrase.h"
#include "link/role.h"
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

static bool thing_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    bool nouns = false;
    if (condition_names(c, STR("same")))
        return same_thing(m);
    if (!m->reading->knowledge)
        return false;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        nouns |= m->slots[i].table != NOTHING;
        if (m->slots[i].table != NOTHING && table_is_kind(m, m->slots[i].table, c))
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

static bool conditions_hold(const struct pattern_match *m)
{
    static pattern_test *const HOLDS[] = {
        [CONDITION_COLUMN] = column_holds,
        [CONDITION_THING] = thing_holds,
        [CONDITION_OWNS] = owns_holds,
        [CONDITION_CLAUSE] = clause_holds,
        [CONDITION_SELECTS] = selects_holds,
        [CONDITION_VALUE] = value_holds,
        [CONDITION_VALUES] = values_holds,
        [CONDITION_CARRIER] = carrier_holds,
        [CONDITION_NAME] = name_holds,
        [CONDITION_NOUN] = noun_holds,
        [CONDITION_NUMBER] = number_holds,
        [CONDITION_SENTENCES] = sentences_holds,
        [CONDITION_SAYS] = says_holds,
        [CONDITION_REST] = rest_holds,
        [CONDITION_REST_HAS] = rest_has_holds,
        [CONDITION_REST_ENDS] = rest_ends_holds,
        [CONDITION_AFTER] = after_holds,
        [CONDITION_BEFORE] = before_holds,
        [CONDITION_AGAIN] = again_holds,
        [CONDITION_KEYWORD] = keyword_holds,
        [CONDITION_FITS] = fits_holds,
        [CONDITION_DIMENSION] = dimension_holds,
        [CONDITION_SENTENCE] = sentence_holds,
        [CONDITION_ANYWHERE] = anywhere_holds,
        [CONDITION_WORD] = word_holds,
        [CONDITION_AMOUNT] = amount_holds,
        [CONDITION_HAS] = has_holds,
        [CONDITION_SORTS] = sorts_holds,
        [CONDITION_REST_NOUNS] = rest_nouns_holds,
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

static struct slot_match plural_slot(uint32_t start, uint32_t end)
{
    struct slot_match s = plain_slot(start, end, NOTHING);
    s.plural = true;
    return s;
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

/* Words that end a noun phrase. */
static const unsigned NO_NOUN = WORD_DETERMINER | WORD_PREPOSITION | WORD_RELATIVE |
                                WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_INTERROGATIVE |
                                WORD_CONJUNCTION;

static bool is_adjective_only(const struct knowledge *k, struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return k && wordnet_senses(&k->wordnet, WORDNET_ADJECTIVE, word, places) > 0 &&
           wordnet_senses(&k->wordnet, WORDNET_NOUN, word, places) == 0;
}

static bool is_in_name(const struct question_reading *r, uint32_t at)
{
    for (uint32_t i = 0; i < r->mentions.count; i++)
        if (r->mentions.items[i].kind == MENTION_NAME && r->mentions.items[i].start <= at &&
            at < r->mentions.items[i].end)
            return true;
    return false;
}

/* Is the word told together with that before it: "most common reigns", "most diverse languages"? */
static bool belongs_to_superlative(const struct question_reading *r, uint32_t at)
{
    const struct word *w = &r->told.words.items[at];
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->parts->items[i].kind == PART_KEYWORD && r->told.items[i].start < at &&
            at < r->told.items[i].end)
            return true;
    return at > 0 && w->classes == 0 && !is_in_name(r, at) &&
           (str_eq(w[-1].lower, STR("most")) || str_eq(w[-1].lower, STR("least"))) &&
           is_adjective_only(r->knowledge, w->lower);
}

/* Things that can be counted: as few words as will do, the last one a plural. */
static bool match_nouns(struct pattern_match *m, uint32_t item, uint32_t at)
{
    enum { NOUNS_MAX = 3 };
    const struct words *w = &m->reading->told.words;
    if (belongs_to_superlative(m->reading, at))
        return false;
    for (uint32_t end = at + 1; end <= w->count && end <= at + NOUNS_MAX; end++) {
        const struct word *last = &w->items[end - 1];
        if (last->kind != TOKEN_WORD || (last->classes & NO_NOUN))
            return false;
        if (is_plural_word(last) && go_on(m, item, plural_slot(at, end)))
            return true;
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
    case SLOT_KEYWORD:
        return p->kind == PART_KEYWORD;
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
        enum slot_type type = m->pattern->from.items[item].slot;
        bool told = x->manner == MANNER_WORD || (type == SLOT_KEYWORD && x->manner != MANNER_NONE);
        struct slot_match found = plain_slot(at, x->end, i);
        found.each = told && x->end > at ? number_at(w, x->end - 1) : NUMBER_UNSURE;
        if (told && x->start == at && part_fits(m, type, i) && go_on(m, item, found))
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
    struct slot_match found = plain_slot(at, at, NOTHING);
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

static const unsigned VERBS = WORD_AUXILIARY | WORD_MODAL | WORD_VERB | WORD_PARTICIPLE;

/* Can the word be what the slot for one word stands for? */
static bool word_fits(const struct question_reading *r, uint32_t at, enum slot_type type)
{
    enum { SHORTEST = 3 }; /* of what ends in -ed and is none: "bed" */
    const struct word *w = &r->told.words.items[at];
    switch (type) {
    case SLOT_DOING:
        return str_ends(w->lower, STR("ing")) && w->classes == 0;
    case SLOT_FINITE:
        return (w->classes & VERBS) || (w->kind == TOKEN_WORD && !w->capital && w->classes == 0 &&
                                        !is_plural_word(w) && !is_in_name(r, at));
    case SLOT_DONE:
        return (w->classes & WORD_PARTICIPLE) ||
               (str_ends(w->lower, STR("ed")) && w->lower.len > SHORTEST && !w->capital);
    default:
        return true;
    }
}

static bool is_one_word(enum slot_type type)
{
    return type == SLOT_WORD || type == SLOT_FINITE || type == SLOT_DOING || type == SLOT_DONE;
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
        if (word_fits(m->reading, end - 1, type) && go_on(m, item, plain_slot(at, end, NOTHING)))
            return type != SLOT_ASKED || !asks_more(m, at, end);
        if (is_one_word(type))
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
           go_on(m, item, plain_slot(at, at + 1, NOTHING));
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
    case SLOT_LIST:
        return match_list(m, item, at);
    case SLOT_VERB:
        return match_verb(m, item, at);
    case SLOT_NOUNS:
        return match_nouns(m, item, at);
    case SLOT_PHRASE:
    case SLOT_WORD:
    case SLOT_FINITE:
    case SLOT_DOING:
    case SLOT_DONE:
    case SLOT_WORDS:
    case SLOT_REST:
    case SLOT_ASKED:
        return match_words(m, item, at);
    default:
        return match_part(m, item, at);
    }
}

static bool word_stands(const struct pattern_match *m, const struct pattern_item *x, uint32_t at)
{
    const struct word *w = &m->reading->told.words.items[at];
    for (uint32_t i = 0; w->kind != TOKEN_QUOTED && i < x->n_words; i++)
        if (str_eq(w->lower, x->words[i]))
            return true;
    return false;
}

/* A word that may stand or not is taken where it stands, also before all others. */
static bool match_word(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct pattern_item *x = &m->pattern->from.items[item];
    if (at < m->reading->told.words.count && word_stands(m, x, at) &&
        match_from(m, item + 1, m->found[item] = at + 1))
        return true;
    m->found[item] = 0;
    bool left = at == m->start && at > 0 && word_stands(m, x, at - 1);
    return x->optional && !left && match_from(m, item + 1, at);
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
