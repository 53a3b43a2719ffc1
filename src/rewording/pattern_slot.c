/* pattern_slot.c: what stands for the slots of a pattern. */
#include "rewording/pattern_match.h"

#include "lexicon/noun_phrase.h"
#include "rewording/asking.h"
#include "rewording/column_list.h"
#include "rewording/finite_verb.h"
#include "rewording/named_thing.h"

#define NOTHING UINT32_MAX

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
               slot_found(m, item,
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
        if (is_plural_word(last) && slot_found(m, item, plural_slot(at, end)))
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
        if (slot_found(m, item,
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
        if (slot_found(m, item, slot))
            return true;
    }
    return false;
}

static bool match_ask(struct pattern_match *m, uint32_t item, uint32_t at)
{
    uint32_t end = asking_end(&m->reading->told.words, at);
    return end > at && slot_found(m, item, plain_slot(at, end, NOTHING));
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
    return end > at && slot_found(m, item, plain_slot(at, end, NOTHING));
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
        if (told && x->start == at && part_fits(m, type, i) && slot_found(m, item, found))
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
    return slot_found(m, item, found);
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
        if (word_fits(m->reading, end - 1, type) &&
            slot_found(m, item, plain_slot(at, end, NOTHING)))
            return type != SLOT_ASKED || !asks_more(m, at, end);
        if (is_one_word(type))
            return false;
    }
    return false;
}

static bool match_verb(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    return (w->items[at].classes & (WORD_AUXILIARY | WORD_VERB)) && !verb_is_inverted(w, at) &&
           slot_found(m, item, plain_slot(at, at + 1, NOTHING));
}

bool match_slot(struct pattern_match *m, uint32_t item, uint32_t at)
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
