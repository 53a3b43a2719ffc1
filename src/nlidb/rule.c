/* rule.c: reading triggers and rules, and finding rules in a question. */
#include "nlidb/rule.h"
#include "link/role.h"
#include "nlidb/reading.h"

enum { GAP_MAX = 5 };

static const struct str TRAIT_NAMES[N_TRAITS] = {
#define TRIGGER(id, name) STR_INIT(name),
#include "nlidb/trigger.def"
#undef TRIGGER
#define TRAIT(id, name) STR_INIT(name),
#include "nlidb/trait.def"
#undef TRAIT
};

/* Names win over triggers of the same length: a column "total" is a column. */
static const double TRIGGER_WEIGHT = 0.9;

static uint32_t find_trait(struct str name)
{
    uint32_t i = 0;
    while (i < N_TRAITS && !str_eq(TRAIT_NAMES[i], name))
        i++;
    return i;
}

void triggers_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z)
{
    const struct lexicon_table *table = lexicon_table(z->lexicon, STR("question_triggers"));
    for (uint32_t i = 0; i < table->n_rows; i++) {
        uint32_t trigger = find_trait(table->rows[i].fields[0]);
        for (uint32_t k = 1; trigger < N_TRIGGERS && k < table->rows[i].n_fields; k++)
            phrase_book_add_key(b, a, lemmas_of(a, z, table->rows[i].fields[k]), trigger,
                                TRIGGER_WEIGHT);
    }
}

/* What a slot stands for by itself; 0 if rules do not have such slots. */
static uint64_t slot_traits(enum slot_type type)
{
    switch (type) {
    case SLOT_NAME:
        return SAID_NAME;
    case SLOT_NOUN:
        return SAID_TABLE;
    case SLOT_COLUMN:
        return SAID_COLUMN;
    case SLOT_NUMBER:
        return SAID_NUMBER;
    case SLOT_VALUE:
        return SAID_VALUE | SAID_QUOTED;
    case SLOT_WORD:
        return SAID_WORD;
    case SLOT_WORDS:
        return UINT64_MAX;
    default:
        return 0;
    }
}

/* What a slot says of itself: "gt", "!head", "kept". */
static bool read_trait(struct rule_item *out, bool either, struct str word)
{
    bool not = str_starts(word, STR("!"));
    uint32_t trait = find_trait(not ? str_slice(word, 1, word.len) : word);
    if (str_among(word, "kept claimed"))
        out->none &= ~SAID_CLAIMED;
    else if (trait < N_TRAITS)
        *(not ? &out->none : either ? &out->any : &out->all) |= UINT64_C(1) << trait;
    return trait < N_TRAITS || str_eq(word, STR("kept"));
}

/* "{gap=3}": up to three mentions. */
static enum status read_gap(const struct lexicon_row *row, const struct pattern_item *x,
                            struct rule_item *out, struct err *e)
{
    struct str digit = x->n_words > 0 ? x->words[0] : STR("5");
    out->gap = (uint32_t)(digit.ptr[0] - '0');
    if (digit.len == 1 && out->gap > 0 && out->gap <= GAP_MAX)
        return OK;
    return err_at(e, E_INPUT, row->line, (uint32_t)(digit.ptr - row->text) + 1,
                  "not a number of mentions: '%.*s'", STR_ARG(digit));
}

static enum status read_rule_item(const struct lexicon_row *row, const struct pattern_item *x,
                                  struct rule_item *out, struct err *e)
{
    bool slot = x->type == ITEM_SLOT, either = slot && x->slot == SLOT_KEYWORD;
    if (slot && x->slot == SLOT_GAP)
        return read_gap(row, x, out, e);
    *out =
        (struct rule_item){.any = slot && !either ? slot_traits(x->slot) : 0, .none = SAID_CLAIMED};
    if (x->type == ITEM_WORD)
        return OK;
    for (uint32_t i = 0; slot && i < x->n_words; i++)
        if (!read_trait(out, either, x->words[i]))
            return err_at(e, E_INPUT, row->line, (uint32_t)(x->words[i].ptr - row->text) + 1,
                          "no such trait: '%.*s'", STR_ARG(x->words[i]));
    if (out->any == 0)
        return err_at(e, E_INPUT, row->line, (uint32_t)(row->fields[1].ptr - row->text) + 1,
                      "a slot that stands for no mention: '%.*s'", STR_ARG(row->fields[1]));
    return OK;
}

static enum status read_rule(struct arena *a, const struct lexicon_row *row, struct rule *out,
                             struct err *e)
{
    struct pattern_fields fields = {STR("-"), row->fields[1], &row->fields[2], row->n_fields - 2,
                                    true};
    out->step = row->fields[0];
    TRY(pattern_read_fields(a, row, &fields, &out->pattern, e));
    const struct pattern_text *from = &out->pattern.from;
    out->items = ARENA_ARRAY(a, struct rule_item, from->count);
    for (uint32_t i = 0; i < from->count; i++)
        TRY(read_rule_item(row, &from->items[i], &out->items[i], e));
    return OK;
}

enum status rule_list_load(struct rule_list *list, struct arena *a, const struct lexicon *l,
                           struct err *e)
{
    const struct lexicon_table *table = lexicon_table(l, STR("rules"));
    *list = (struct rule_list){ARENA_ARRAY(a, struct rule, table->n_rows + 1), 0};
    for (; list->count < table->n_rows; list->count++) {
        const struct lexicon_row *row = &table->rows[list->count];
        if (read_rule(a, row, &list->items[list->count], e))
            return err_in_file(e, row->path);
    }
    return OK;
}

/* Is the item read as the span that begins at mention `i`? */
static bool is_span(const struct rule_match *m, const struct pattern_item *x, uint32_t i)
{
    return m->span && x->type == ITEM_SLOT && x->slot == m->span->slot && i == m->span->from;
}

static bool item_fits(const struct rule_match *m, uint32_t item, uint32_t i)
{
    const struct pattern_item *x = &m->rule->pattern.from.items[item];
    const struct rule_item *want = &m->rule->items[item];
    const struct said *s = &m->reading->items[i];
    if (x->type == ITEM_WORD)
        return str_in(m->reading->words.items[s->mention.start].lower, x->words, x->n_words) &&
               s->mention.end == s->mention.start + 1 && !s->claimed;
    uint64_t traits = is_span(m, x, i) ? m->span->traits : said(m->reading, i);
    if (x->slot == SLOT_NUMBER && m->span && !is_span(m, x, i))
        return false;
    return (traits & want->any) && (traits & want->all) == want->all && !(traits & want->none);
}

/* The place of `item` at or after mention `i`: fillers are passed over, and `gap` other mentions,
 * but no names, numbers and commas if it is a small one. NO_MENTION if it is not there. */
static uint32_t find_item(const struct rule_match *m, uint32_t item, uint32_t i, uint32_t gap)
{
    const struct reading *r = m->reading;
    for (; i < r->count; i++) {
        if (item_fits(m, item, i))
            return i;
        uint64_t stops = SAID_END | (gap <= GAP_MAX ? SAID_NAME | SAID_NUMBER | SAID_COMMA : 0);
        if (said_is(r, i, SAID_FILLER))
            continue;
        if (gap-- == 0 || said_is(r, i, stops))
            return NO_MENTION;
    }
    return NO_MENTION;
}

static bool is_gap(const struct pattern_item *x)
{
    return x->type == ITEM_SLOT && (x->slot == SLOT_GAP || x->slot == SLOT_WORDS);
}

/* Does m->rule stand at mention `i`, with the anchor in a slot? */
static bool rule_stands(struct rule_match *m, uint32_t i)
{
    const struct pattern_text *from = &m->rule->pattern.from;
    uint32_t gap = 0;
    bool anchored = false;
    for (uint32_t item = 0; item < from->count; item++) {
        const struct pattern_item *x = &from->items[item];
        m->at[item] = NO_MENTION;
        if (is_gap(x)) {
            gap = x->slot == SLOT_GAP ? m->rule->items[item].gap : UINT32_MAX;
            continue;
        }
        uint32_t at = find_item(m, item, i, gap), end = at + 1;
        if (at == NO_MENTION && !x->optional)
            return false;
        if (is_span(m, x, at)) {
            at = m->span->at;
            end = m->span->end;
        }
        m->at[item] = at;
        anchored |= x->type == ITEM_SLOT && at == m->anchor;
        i = at == NO_MENTION ? i : end;
        gap = 0;
    }
    return anchored;
}

struct rule_match rule_search(const struct reading *r, const char *step, uint32_t anchor,
                              uint32_t reach, const struct slot_span *span)
{
    uint32_t start = span ? span->from : anchor;
    return (struct rule_match){.reading = r,
                               .step = step,
                               .anchor = anchor,
                               .reach = reach < start ? reach : start,
                               .span = span};
}

bool rule_next(struct rule_match *m)
{
    const struct rule_list *list = m->reading->rules;
    uint32_t last = m->span ? m->span->from : m->anchor;
    for (; m->next_rule < list->count; m->next_rule++) {
        m->rule = &list->items[m->next_rule];
        bool step = str_eq(m->rule->step, str_from(m->step));
        for (uint32_t back = 0; step && back <= m->reach; back++)
            if (rule_stands(m, last - back)) {
                m->next_rule++;
                return true;
            }
    }
    return false;
}

static const struct pattern_item *result_item(const struct rule_match *m, uint32_t n)
{
    const struct pattern_text *to = m->rule->pattern.to;
    return n < to->count ? &to->items[n] : NULL;
}

bool rule_says(const struct rule_match *m, uint32_t n, const char *word)
{
    const struct pattern_item *x = result_item(m, n);
    return x && x->type == ITEM_WORD && str_eq(x->words[0], str_from(word));
}

uint32_t rule_slot(const struct rule_match *m, uint32_t n)
{
    const struct pattern_item *x = result_item(m, n);
    const struct pattern_text *from = &m->rule->pattern.from;
    uint32_t i = 0;
    while (i < from->count && x &&
           (from->items[i].type != ITEM_SLOT || from->items[i].number != x->number))
        i++;
    return x && x->type == ITEM_SLOT ? m->at[i] : NO_MENTION;
}

uint32_t rule_column(const struct rule_match *m, uint32_t n, uint32_t table)
{
    const struct schema *s = m->reading->schema;
    for (; table < s->n_tables && result_item(m, n); n++)
        for (uint32_t i = 0; i < s->tables[table].n_columns; i++)
            if (role_has_word(s, s->tables[table].columns[i], result_item(m, n)->words[0]))
                return s->tables[table].columns[i];
    return SCHEMA_STAR;
}

static void claim_match(struct reading *r, const struct rule_match *m)
{
    const struct pattern_text *from = &m->rule->pattern.from;
    for (uint32_t i = 0; i < from->count; i++) {
        const struct pattern_item *x = &from->items[i];
        if (x->type == ITEM_WORD || !str_in(STR("kept"), x->words, x->n_words))
            claim(r, m->at[i]);
    }
}

bool rule_apply(struct reading *r, struct rule_match *m, rule_reader *read)
{
    while (rule_next(m))
        if (!read || read(r, m)) {
            claim_match(r, m);
            return true;
        }
    return false;
}

void read_by_rules(struct reading *r, const char *step, uint64_t anchors, uint32_t reach,
                   rule_reader *read)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct rule_match m = rule_search(r, step, i, reach, NULL);
        if (said_is(r, i, anchors) && !said_is(r, i, SAID_CLAIMED))
            rule_apply(r, &m, read);
    }
}
