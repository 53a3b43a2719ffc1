/* pattern_slot.c: what stands for the slots of a pattern. */
#include "link/pattern/pattern_match.h"

#include "link/noun_phrase.h"
#include "link/pattern/finite_verb.h"
#include "link/pattern/named_thing.h"

#define NOTHING UINT32_MAX

static struct slot_match plain_slot(uint32_t start, uint32_t end, uint32_t part)
{
    return (struct slot_match){.start = start, .end = end, .part = part, .table = NOTHING};
}

static bool match_noun(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->said.words;
    enum slot_type type = m->pattern->from.items[item].slot;
    for (uint32_t i = 0; i < m->reading->mentions.count; i++) {
        const struct mention *x = &m->reading->mentions.items[i];
        uint32_t table = NOTHING;
        for (uint32_t k = x->kind == MENTION_NAME ? x->n_referents : 0; k-- > 0;)
            table = x->referents[k].is_table ? x->referents[k].id : table;
        if (x->start != at || table == NOTHING)
            continue;
        struct slot_match found = plain_slot(at, x->end, NOTHING);
        found.table = table;
        found.plural = is_plural_word(&w->items[x->end - 1]);
        return (type == SLOT_NOUN || found.plural == (type == SLOT_THINGS)) &&
               slot_found(m, item, found);
    }
    return false;
}

/* Nouns */

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

/* Does the word go with the superlative before it: "most common reigns", "most diverse languages"?
 */
static bool belongs_to_superlative(const struct question_reading *r, uint32_t at)
{
    const struct word *w = &r->said.words.items[at];
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->parts->items[i].kind == PART_KEYWORD && r->said.items[i].start < at &&
            at < r->said.items[i].end)
            return true;
    return w->classes == 0 && !is_in_name(r, at) && word_is(&r->said.words, at - 1, "most least") &&
           is_adjective_only(r->knowledge, w->lower);
}

/* Things that can be counted: as few words as will do, the last one a plural. */
static bool match_nouns(struct pattern_match *m, uint32_t item, uint32_t at)
{
    enum { NOUNS_MAX = 3 };
    const struct words *w = &m->reading->said.words;
    if (belongs_to_superlative(m->reading, at))
        return false;
    for (uint32_t end = at + 1; end <= w->count && end <= at + NOUNS_MAX; end++) {
        const struct word *last = &w->items[end - 1];
        if (last->kind != TOKEN_WORD || (last->classes & NO_NOUN))
            return false;
        struct slot_match found = plain_slot(at, end, NOTHING);
        found.plural = true;
        if (is_plural_word(last) && slot_found(m, item, found))
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
        struct slot_match slot = plain_slot(at, found[i].end, found[i].part);
        slot.table = r->book->schema->columns[column].table;
        slot.plural = found[i].plural;
        slot.noun_start = found[i].noun_start;
        slot.noun_end = found[i].noun_end;
        if (slot_found(m, item, slot))
            return true;
    }
    return false;
}

/* Columns that a question lists */

enum { COLUMN_LISTS_MAX = 16 };

/* The column that the query gives and that words from `at` on name, or NOTHING. */
static uint32_t selected_at(const struct question_reading *r, uint32_t at)
{
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->said.items[i].manner == MANNER_WORD && r->said.items[i].start == at &&
            r->parts->items[i].kind == PART_COLUMN && r->parts->items[i].clause == IN_SELECT)
            return i;
    return NOTHING;
}

/* The place after a comma, an "and" or both. */
static uint32_t skip_joint(const struct words *w, uint32_t at)
{
    at += word_is(w, at, ",");
    return at + word_is(w, at, "and");
}

/* "age", "age and country" or "age, country and height": does it end as a list of `n` should? */
static bool ends_list(const struct words *w, uint32_t joint, uint32_t n)
{
    bool comma = word_is(w, joint, ",");
    return n == 1 || (word_is(w, joint + comma, "and") && (n > 2 || !comma));
}

/* Lists of columns that the query gives, from word `at` on: the first column alone, then longer
 * ones. Returns how many there are. */
static uint32_t column_lists(const struct question_reading *r, uint32_t at,
                             struct slot_match out[COLUMN_LISTS_MAX])
{
    const struct words *w = &r->said.words;
    uint32_t n = 0, count = 0, first = selected_at(r, at), joint = at;
    for (uint32_t part = first; part != NOTHING && count < COLUMN_LISTS_MAX;) {
        uint32_t end = r->said.items[part].end, next = skip_joint(w, end);
        out[n] = plain_slot(at, end, first);
        out[n].n_parts = ++count;
        n += ends_list(w, joint, count);
        joint = end;
        part = next > end ? selected_at(r, next) : NOTHING;
    }
    return n;
}

/* All columns that are listed, or fewer. */
static bool match_columns(struct pattern_match *m, uint32_t item, uint32_t at)
{
    struct slot_match found[COLUMN_LISTS_MAX];
    for (uint32_t n = column_lists(m->reading, at, found); n-- > 0;)
        if (slot_found(m, item, found[n]))
            return true;

    return false;
}

/* The words that a question or command begins with */

/* "what is", "which are", "please show me", "list": the end, or `at`. */
static uint32_t skip_asking(const struct words *w, uint32_t at)
{
    uint32_t i = at + word_is(w, at, "please");
    if (word_is(w, i, "what's"))
        return i + 1;
    if (word_is(w, i, "what which"))
        return word_is(w, i + 1, "is are was were") ? i + 2 : at;
    if (i >= w->count || !(w->items[i].classes & WORD_COMMAND))
        return at;
    return i + 1 + word_is(w, i + 1, "me us");
}

/* The end of "what are the", "please show me all" … from word `at` on, or `at`. */
static uint32_t asking_end(const struct words *w, uint32_t at)
{
    uint32_t end = skip_asking(w, at);
    while (end > at && word_is(w, end, "the all"))
        end++;
    return end;
}

static bool match_ask(struct pattern_match *m, uint32_t item, uint32_t at)
{
    uint32_t end = asking_end(&m->reading->said.words, at);
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
               m->reading->said.words.items[m->reading->said.items[part].start].has_number;
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
    const struct words *w = &m->reading->said.words;
    for (uint32_t i = 0; i < m->reading->parts->count; i++) {
        const struct indicator *x = &m->reading->said.items[i];
        enum slot_type type = m->pattern->from.items[item].slot;
        bool said = x->manner == MANNER_WORD || (type == SLOT_KEYWORD && x->manner != MANNER_NONE);
        struct slot_match found = plain_slot(at, x->end, i);
        found.each = said && x->end > at ? number_at(w, x->end - 1) : NUMBER_UNSURE;
        if (said && x->start == at && part_fits(m, type, i) && slot_found(m, item, found))
            return true;
    }
    return false;
}

/* Lists */

/* A word that names or describes what is asked for. */
static bool is_naming(const struct word *w)
{

    bool possessive = w->token.len != w->text.len;
    return (w->kind == TOKEN_WORD && !(w->classes & NO_NOUN) && !possessive) ||
           (w->kind == TOKEN_NUMBER && w->has_number);
}

/* The end of "the average height" from `at` on, or `at`. */
static uint32_t member_end(const struct words *w, uint32_t at)
{
    uint32_t first = at + word_is(w, at, "the"), end = first;
    while (end < w->count && is_naming(&w->items[end]))
        end++;

    return end > first && w->items[end - 1].kind == TOKEN_WORD ? end : at;
}

/* The next member of the list, after what joins it to those before, or 0. */
static uint32_t next_member(const struct words *w, uint32_t end, bool *last)
{
    uint32_t at = end + word_is(w, end, ",");
    *last = word_is(w, at, "and");
    at += *last;
    return at > end && member_end(w, at) > at ? at : 0;
}

static bool asks_for_part(const struct question_reading *r, uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct indicator *x = &r->said.items[i];
        if (r->parts->items[i].clause == IN_SELECT && x->manner != MANNER_NONE && x->start < end &&
            start < x->end)
            return true;
    }
    return false;
}

/* All members of the list; each must be something that the query gives. */
static bool match_list(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->said.words;
    struct slot_match found = plain_slot(at, at, NOTHING);
    bool last = false, alike = true;
    uint32_t n = 0, start = at;
    if (word_is(w, at, "the")) /* the pattern has it */
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

/* Does a clause of its own begin or go on here, with a verb or a pronoun? */
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

/* Do the words ask or command something else, or do they end in a preposition of the question word:
 * "which region is Kabul in"? */
static bool asks_more(const struct pattern_match *m, uint32_t start, uint32_t end)
{
    struct words w = m->reading->said.words;
    w.n_first = end;
    return has_second_question(&w, start) || has_second_command(&w, start) ||
           has_stranded_preposition(&w, start);
}

static const unsigned VERBS = WORD_AUXILIARY | WORD_MODAL | WORD_VERB | WORD_PARTICIPLE;

/* Can the word be what the slot for one word stands for? */
static bool word_fits(const struct question_reading *r, uint32_t at, enum slot_type type)
{
    enum { SHORTEST = 3 }; /* a shorter word in -ed is not one: "bed" */
    const struct word *w = &r->said.words.items[at];
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
    const struct words *w = &m->reading->said.words;
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

static bool match_gap(struct pattern_match *m, uint32_t item, uint32_t at)
{
    enum { GAP_MAX = 3 };
    const struct words *w = &m->reading->said.words;
    for (uint32_t end = at + 1; end <= w->count && end <= at + GAP_MAX; end++) {
        if (w->items[end - 1].kind != TOKEN_WORD)
            return false;
        if (slot_found(m, item, plain_slot(at, end, NOTHING)))
            return true;
    }
    return false;
}

/* Where the end of a bound is not known, it takes no words. */
static bool match_bound(struct pattern_match *m, uint32_t item, uint32_t at)
{
    uint32_t end = at;
    return m->subject && m->subject->bound && m->subject->bound(m, at, &end) &&
           slot_found(m, item, plain_slot(at, end, NOTHING));
}

static bool match_verb(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->said.words;
    return (w->items[at].classes & (WORD_AUXILIARY | WORD_VERB)) && !verb_is_inverted(w, at) &&
           slot_found(m, item, plain_slot(at, at + 1, NOTHING));
}

bool match_slot(struct pattern_match *m, uint32_t item, uint32_t at)
{
    static bool (*const MATCH[])(struct pattern_match *, uint32_t, uint32_t) = {
#define SLOT(id, name, match) match,
#include "link/pattern/slot.def"
#undef SLOT
    };
    if (at >= m->reading->said.words.count)
        return false;
    return MATCH[m->pattern->from.items[item].slot](m, item, at);
}
