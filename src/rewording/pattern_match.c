/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"
#include "link/role.h"

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

const struct query_part *slot_part(const struct pattern_match *m)
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
        if (condition_names(c, name.items[i]))
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
    return p && condition_names(c, CLAUSES[p->clause]);
}

static bool selects_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct query_parts *parts = m->reading->parts;
    uint32_t n = 0;
    for (uint32_t i = 0; i < parts->count; i++)
        n += parts->items[i].kind == PART_COLUMN && parts->items[i].clause == IN_SELECT;
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
        [CONDITION_COLUMN] = column_holds,     [CONDITION_THING] = thing_holds,
        [CONDITION_CLAUSE] = clause_holds,     [CONDITION_SELECTS] = selects_holds,
        [CONDITION_FITS] = fits_holds,         [CONDITION_DIMENSION] = dimension_holds,
        [CONDITION_BEFORE] = before_holds,     [CONDITION_AFTER] = after_holds,
        [CONDITION_SENTENCE] = sentence_holds, [CONDITION_ANYWHERE] = anywhere_holds,
        [CONDITION_WORD] = word_holds,         [CONDITION_AMOUNT] = amount_holds,
        [CONDITION_HAS] = has_holds,           [CONDITION_KEYWORD] = keyword_holds,
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

static bool is_plural(const struct word *w)
{
    return (w->classes & WORD_PLURAL) ||
           (!str_eq(w->lemma, w->lower) && !(w->classes & WORD_SINGULAR));
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
        bool plural = is_plural(last);
        return (type == SLOT_NOUN || plural == (type == SLOT_THINGS)) &&
               go_on(m, item, (struct slot_match){at, x->end, NOTHING, table, plural});
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
        if (is_plural(last) && go_on(m, item, (struct slot_match){at, end, NOTHING, NOTHING, true}))
            return true;
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

static bool match_part(struct pattern_match *m, uint32_t item, uint32_t at)
{
    for (uint32_t i = 0; i < m->reading->parts->count; i++) {
        const struct indicator *x = &m->reading->told.items[i];
        if (x->manner == MANNER_WORD && x->start == at &&
            part_fits(m, m->pattern->from.items[item].slot, i) &&
            go_on(m, item, (struct slot_match){at, x->end, i, NOTHING, false}))
            return true;
    }
    return false;
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
                                        !is_plural(w) && !is_in_name(r, at));
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
            (type != SLOT_REST && w->items[end - 1].kind == TOKEN_MARK))
            return false;
        if (word_fits(m->reading, end - 1, type) &&
            go_on(m, item, (struct slot_match){at, end, NOTHING, NOTHING, false}))
            return true;
        if (is_one_word(type))
            return false;
    }
    return false;
}

static bool is_word(const struct words *w, uint32_t at, struct str word)
{
    return at < w->count && str_eq(w->items[at].lower, word);
}

/* "what is", "what are", or a command with whom it is for; then the article. */
static bool match_asking(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    uint32_t end = at;
    if (!begins_sentence(w, at))
        return false;
    end += is_word(w, end, STR("please"));
    if (is_word(w, end, STR("what"))) {
        end += 2;
        if (!is_word(w, end - 1, STR("is")) && !is_word(w, end - 1, STR("are")))
            return false;
    } else {
        if (end >= w->count || !(w->items[end].classes & WORD_COMMAND))
            return false;
        end++;
        end += is_word(w, end, STR("me"));
    }
    end += is_word(w, end, STR("the"));
    return go_on(m, item, (struct slot_match){at, end, NOTHING, NOTHING, false});
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
    case SLOT_NOUNS:
        return match_nouns(m, item, at);
    case SLOT_ASKING:
        return match_asking(m, item, at);
    case SLOT_WORD:
    case SLOT_FINITE:
    case SLOT_DOING:
    case SLOT_DONE:
    case SLOT_WORDS:
    case SLOT_REST:
        return match_words(m, item, at);
    default:
        return match_part(m, item, at);
    }
}

/* Words */

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
        match_from(m, item + 1, at + 1))
        return true;
    bool left = at == m->start && at > 0 && word_stands(m, x, at - 1);
    return x->optional && !left && match_from(m, item + 1, at);
}

/* The end of a sentence, with its marks. */
static bool match_end(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    uint32_t end = at;
    while (end < w->count && is_final_mark(w, end))
        end++;
    return (end > at || at == w->count) && match_from(m, item + 1, end);
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
