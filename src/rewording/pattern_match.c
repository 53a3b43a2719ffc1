/* pattern_match.c: a pattern against the words of a question, one item after another. */
#include "rewording/pattern_match.h"

#include "lexicon/kinds.h"
#include "link/role.h"
#include "rewording/finite_verb.h"
#include "rewording/named_thing.h"

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

static bool thing_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct knowledge *k = m->reading->knowledge;
    if (is_one_of(c, STR("same")))
        return same_thing(m);
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
    if (is_one_of(c, STR("all")))
        return selected_by_slots(m) == m->reading->parts->n_results;
    return is_one_of(c, arena_printf(m->arena, "%u", m->reading->parts->n_results));
}

/* Values */

static const struct slot_match *find_part(const struct pattern_match *m, enum query_part_kind kind)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].part != NOTHING && m->reading->parts->items[m->slots[i].part].kind == kind)
            return &m->slots[i];
    return NULL;
}

/* Columns of one name in two tables tell the same. */
static bool same_name(const struct pattern_match *m, uint32_t x, uint32_t y)
{
    const struct schema *s = m->reading->book->schema;
    return x == y || str_eq_nocase(s->columns[x].natural, s->columns[y].natural);
}

/* Do rows of another column have what the words say? */
static bool stands_elsewhere(const struct pattern_match *m, const struct slot_match *value)
{
    const struct words *w = &m->reading->told.words;
    const struct row_values *v = &m->reading->book->link.values;
    struct str plain = plain_text(m->arena, indicator_text(w, value->start, value->end));
    for (uint32_t i = row_values_find(v, plain); i != NAME_NONE; i = v->items[i].next)
        if (!same_name(m, v->items[i].column, m->reading->parts->items[value->part].column))
            return true;
    return false;
}

/* Does the plain text have the word? */
static bool has_whole_word(struct arena *a, struct str plain, struct str word)
{
    struct str wanted = plain_text(a, word);
    while (plain.ptr && plain.len > 0)
        if (str_eq(str_split(&plain, ' '), wanted))
            return true;
    return false;
}

/* "the USA", "the Netherlands" */
static bool needs_article(const struct pattern_match *m, const struct slot_match *value)
{
    const struct words *w = &m->reading->told.words;
    const struct lexicon_table *names =
        lexicon_table(m->reading->book->link.lemmatizer.lexicon, STR("the_names"));
    for (uint32_t i = value->start; i < value->end; i++)
        for (uint32_t k = 0; k < names->n_rows; k++)
            if (has_whole_word(m->arena, w->items[i].plain, names->rows[k].fields[0]))
                return true;
    return false;
}

/* "Plaza Museum" has the noun of "the museum". */
static bool has_noun(const struct pattern_match *m, const struct slot_match *value)
{
    const struct words *w = &m->reading->told.words;
    struct str plain = plain_text(m->arena, indicator_text(w, value->start, value->end));
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].table != NOTHING &&
            str_find(plain, w->items[m->slots[i].end - 1].lemma, 0) < plain.len)
            return true;
    return false;
}

/* What a value may be asked to be. */
static bool is_own_value(const struct pattern_match *m, const struct slot_match *value)
{
    const struct query_part *parts = m->reading->parts->items;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    return column && parts[column->part].column == parts[value->part].column;
}

static bool is_unique(const struct pattern_match *m, const struct slot_match *value)
{
    return !stands_elsewhere(m, value);
}

static bool is_whole(const struct pattern_match *m, const struct slot_match *value)
{
    return m->reading->told.items[value->part].form == VALUE_WHOLE;
}

/* As far as WordNet knows, or by its ending: "German", "Japanese". */
static bool is_adjective(const struct pattern_match *m, const struct slot_match *value)
{
    const struct knowledge *k = m->reading->knowledge;
    uint32_t senses[WORDNET_MAX_SENSES];
    struct str plain =
        plain_text(m->arena, indicator_text(&m->reading->told.words, value->start, value->end));
    return str_ends(plain, STR("ese")) || str_ends(plain, STR("ish")) ||
           str_ends(plain, STR("ian")) || str_ends(plain, STR("can")) ||
           (k && wordnet_senses(&k->wordnet, WORDNET_ADJECTIVE, plain, senses) > 0);
}

static bool is_text(const struct pattern_match *m, const struct slot_match *value)
{
    return !m->reading->told.words.items[value->start].has_number;
}

static bool is_quoted(const struct pattern_match *m, const struct slot_match *value)
{
    return m->reading->told.words.items[value->start].kind == TOKEN_QUOTED;
}

static bool value_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct {
        struct str name;
        bool (*holds)(const struct pattern_match *, const struct slot_match *);
    } ASKED[] = {{STR_INIT("own"), is_own_value},      {STR_INIT("unique"), is_unique},
                 {STR_INIT("whole"), is_whole},        {STR_INIT("text"), is_text},
                 {STR_INIT("quoted"), is_quoted},      {STR_INIT("noun"), has_noun},
                 {STR_INIT("article"), needs_article}, {STR_INIT("adjective"), is_adjective}};
    const struct slot_match *value = find_part(m, PART_VALUE);
    for (size_t i = 0; value && i < sizeof ASKED / sizeof *ASKED; i++)
        if (is_one_of(c, ASKED[i].name) && ASKED[i].holds(m, value))
            return true;
    return false;
}

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

static bool carrier_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct lexicon_table *list = m->reading->book->carriers.list;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    for (uint32_t i = 0; column && i < list->n_rows; i++)
        if (is_joined(c->words[0], list->rows[i].fields[0]))
            return is_only_carried(&list->rows[i], m->reading->book->schema,
                                   m->reading->parts->items[column->part].column);
    return false;
}

/* Names */

static bool name_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *column = find_part(m, PART_COLUMN);
    if (!column || !is_one_of(c, STR("own")))
        return false;
    uint32_t table =
        m->reading->book->schema->columns[m->reading->parts->items[column->part].column].table;
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].table != NOTHING && m->slots[i].table != table)
            return false;
    return true;
}

/* Forms */

static bool number_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->slots[i].table != NOTHING)
            return is_one_of(c, m->slots[i].plural ? STR("plural") : STR("singular"));
    return false;
}

/* The slot for words of any kind; NULL where there is none. */
static const struct slot_match *rest_of(const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++)
        if (m->pattern->slots[i].type == SLOT_REST || m->pattern->slots[i].type == SLOT_WORDS)
            return &m->slots[i];
    return NULL;
}

static bool rest_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && is_one_of(c, m->reading->told.words.items[rest->start].lower);
}

static bool ends_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    return rest && is_one_of(c, m->reading->told.words.items[rest->end - 1].lower);
}

static bool says_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct slot_match *rest = rest_of(m);
    for (uint32_t i = rest ? rest->start : 0; rest && i < rest->end; i++)
        if (is_one_of(c, m->reading->told.words.items[i].lower))
            return true;
    return false;
}

static bool next_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    return m->end < w->count && is_one_of(c, w->items[m->end].lower);
}

static bool last_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    return m->start > 0 && is_one_of(c, m->reading->told.words.items[m->start - 1].lower);
}

static bool again_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    const struct slot_match *column = find_part(m, PART_COLUMN);
    for (uint32_t i = m->end; column && i < w->count; i++)
        if (is_one_of(c, STR("column")) &&
            str_eq(w->items[i].lemma, w->items[column->end - 1].lemma))
            return true;
    return false;
}

static bool sentences_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = &m->reading->told.words;
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        n += begins_sentence(w, i) && !is_final_mark(w, i);
    return is_one_of(c, arena_printf(m->arena, "%u", n));
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
        [CONDITION_COLUMN] = column_holds, [CONDITION_THING] = thing_holds,
        [CONDITION_CLAUSE] = clause_holds, [CONDITION_SELECTS] = selects_holds,
        [CONDITION_VALUE] = value_holds,   [CONDITION_CARRIER] = carrier_holds,
        [CONDITION_NUMBER] = number_holds, [CONDITION_SENTENCES] = sentences_holds,
        [CONDITION_REST] = rest_holds,     [CONDITION_SAYS] = says_holds,
        [CONDITION_NEXT] = next_holds,     [CONDITION_LAST] = last_holds,
        [CONDITION_ENDS] = ends_holds,     [CONDITION_AGAIN] = again_holds,
        [CONDITION_NAME] = name_holds,     [CONDITION_KEYWORD] = keyword_holds,
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

/* The column that the query gives and that words from `at` on name; NOTHING for none. */
static uint32_t selected_at(const struct pattern_match *m, uint32_t at)
{
    const struct question_reading *r = m->reading;
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->told.items[i].manner == MANNER_WORD && r->told.items[i].start == at &&
            r->parts->items[i].kind == PART_COLUMN && r->parts->items[i].clause == IN_SELECT)
            return i;
    return NOTHING;
}

/* The place behind a comma, an "and" or both. */
static uint32_t skip_joint(const struct words *w, uint32_t at)
{
    uint32_t i = at;
    i += i < w->count && str_eq(w->items[i].text, STR(","));
    i += i < w->count && str_eq(w->items[i].lower, STR("and"));
    return i;
}

/* "age", "age and country" or "age, country and height": does it end as a list of `n` should? */
static bool ends_list(const struct words *w, uint32_t joint, uint32_t n)
{
    bool comma = joint < w->count && str_eq(w->items[joint].text, STR(","));
    bool and = joint + comma < w->count && str_eq(w->items[joint + comma].lower, STR("and"));
    return n == 1 || (and&&(n > 2 || !comma));
}

/* All columns that are listed, or fewer. */
static bool match_columns(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct question_reading *r = m->reading;
    struct slot_match found[QUERY_PARTS_MAX];
    uint32_t n = 0, listed = 0, first = selected_at(m, at), joint = at;
    for (uint32_t part = first; part != NOTHING && listed < QUERY_PARTS_MAX;) {
        uint32_t end = r->told.items[part].end, next = skip_joint(&r->told.words, end);
        found[n] = plain_slot(at, end, first);
        found[n].n_parts = ++listed;
        n += ends_list(&r->told.words, joint, listed);
        joint = end;
        part = next > end ? selected_at(m, next) : NOTHING;
    }
    while (n-- > 0)
        if (go_on(m, item, found[n]))
            return true;
    return false;
}

static bool is_word(const struct words *w, uint32_t at, struct str word)
{
    return at < w->count && str_eq(w->items[at].lower, word);
}

/* "what is", "which are", "please show me", "list"; `at` where nothing is asked for. */
static uint32_t skip_asking(const struct words *w, uint32_t at)
{
    uint32_t i = at + is_word(w, at, STR("please"));
    if (i >= w->count)
        return at;
    if (is_word(w, i, STR("what")) || is_word(w, i, STR("which"))) {
        bool is = is_word(w, i + 1, STR("is")) || is_word(w, i + 1, STR("are")) ||
                  is_word(w, i + 1, STR("was")) || is_word(w, i + 1, STR("were"));
        return is ? i + 2 : at;
    }
    if (!(w->items[i].classes & WORD_COMMAND))
        return at;
    return i + 1 + (is_word(w, i + 1, STR("me")) || is_word(w, i + 1, STR("us")));
}

static bool match_ask(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    uint32_t end = skip_asking(w, at);
    if (end == at)
        return false;
    while (is_word(w, end, STR("the")) || is_word(w, end, STR("all")))
        end++;
    return go_on(m, item, plain_slot(at, end, NOTHING));
}

/* It agrees with the first noun of the pattern. */
static bool match_verb(struct pattern_match *m, uint32_t item, uint32_t at)
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
            go_on(m, item, plain_slot(at, x->end, i)))
            return true;
    }
    return false;
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
        if (go_on(m, item, plain_slot(at, end, NOTHING)))
            return true;
        if (type == SLOT_WORD)
            return false;
    }
    return false;
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
    case SLOT_VERB:
        return match_verb(m, item, at);
    case SLOT_WORD:
    case SLOT_WORDS:
    case SLOT_REST:
        return match_words(m, item, at);
    default:
        return match_part(m, item, at);
    }
}

/* Words */

static bool match_word(struct pattern_match *m, uint32_t item, uint32_t at)
{
    const struct words *w = &m->reading->told.words;
    const struct pattern_item *x = &m->pattern->from.items[item];
    for (uint32_t i = 0; at < w->count && i < x->n_words; i++)
        if (str_eq(w->items[at].lower, x->words[i]) && w->items[at].kind != TOKEN_QUOTED &&
            match_from(m, item + 1, at + 1))
            return true;
    return x->optional && match_from(m, item + 1, at);
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
