/* indicators.c: looking for the indicators of each part, values and columns before keywords.
 *
 * Values and names are surer than key phrases: the "number" of a column "number of pages" counts
 * nothing, and "more than" belongs to the number that follows it. */
#include "link/indicators.h"

#include "link/adjective.h"
#include "link/mention.h"
#include "link/own_schema.h"
#include "link/role.h"

/* A column is said by a phrase of this weight; by less only in part, as "song" of "song name". */
static const double COLUMN_FROM = 0.54;

static const double LONGER = 0.25, VERB_WEIGHT = 0.6, SHARED_WORDS = 0.3;

enum {
    FAR = 8,       /* words between a comparison and its value that are too many */
    WORD_WORTH = 9 /* a longer phrase is better than a nearer one */
};

/* A phrase that stands in the question. */
struct occurrence {
    const struct phrase *phrase;
    uint32_t start, end;
    double weight;
};

struct occurrences {
    struct occurrence *items;
    uint32_t count;
};

struct indicator_search {
    struct arena *arena;
    const struct indicator_book *book;
    const struct query_parts *parts;
    struct indicators out;
    struct occurrences names, keywords, carriers;
};

enum status indicator_book_build(struct indicator_book *b, struct arena *a, const struct lexicon *l,
                                 const struct schema *s, struct database *db, struct err *e)
{
    *b = (struct indicator_book){.schema = own_schema(a, s)};
    enum status status = link_index_build(&b->link, a, l, b->schema, db, e);
    if (status)
        return status;
    keyword_phrases_build(&b->keywords, a, &b->link.lemmatizer);
    b->carriers.list = lexicon_table(l, STR("column_carriers"));
    for (uint32_t i = 0; i < b->carriers.list->n_rows; i++) {
        struct lemmas words =
            lemmas_of(a, &b->link.lemmatizer, b->carriers.list->rows[i].fields[0]);
        phrase_book_add(&b->carriers.book, a,
                        (struct phrase){.words = words.items,
                                        .n_words = words.count,
                                        .kind = PHRASE_TRIGGER,
                                        .target = i,
                                        .weight = 1});
    }
    return OK;
}

/* Occurrences */

static void add_occurrence(struct indicator_search *s, struct occurrences *list,
                           const struct phrase *p, uint32_t at, double weight)
{
    ARENA_PUSH(s->arena, list->items, list->count);
    list->items[list->count++] = (struct occurrence){p, at, at + p->n_words, weight};
}

static void find_occurrences(struct indicator_search *s, const struct phrase_book *b,
                             struct occurrences *out)
{
    const struct words *w = &s->out.words;
    for (uint32_t at = 0; at < w->count; at++)
        for (uint32_t i = phrase_book_first(b, w->items[at].lemma); i != NAME_NONE;
             i = b->items[i].next)
            if (phrase_stands(w, at, &b->items[i]))
                add_occurrence(s, out, &b->items[i], at, b->items[i].weight);
}

/* "aged" says the column "age". */
static void find_verbs(struct indicator_search *s)
{
    const struct phrase_book *b = &s->book->link.phrases;
    const struct words *w = &s->out.words;
    for (uint32_t at = 0; at < w->count; at++)
        for (uint32_t k = 0; k < w->items[at].n_stems; k++)
            for (uint32_t i = phrase_book_first(b, w->items[at].stems[k]); i != NAME_NONE;
                 i = b->items[i].next)
                if (b->items[i].kind == PHRASE_COLUMN && b->items[i].n_words == 1 &&
                    b->items[i].weight > VERB_WEIGHT)
                    add_occurrence(s, &s->names, &b->items[i], at, VERB_WEIGHT);
}

/* Values */

static void find_value(struct indicator_search *s, uint32_t part)
{
    struct value_forms v = value_forms_of(s->arena, &s->book->link, &s->parts->items[part]);
    struct indicator *out = &s->out.items[part];
    out->form = VALUE_UNSAID;
    for (uint32_t at = 0; at < s->out.words.count; at++) {
        uint32_t end = at;
        enum value_form form = value_said(s->arena, &v, &s->out.words, at, &end);
        bool longer = form == out->form && end - at > out->end - out->start;
        if (form < out->form || (form != VALUE_UNSAID && longer))
            *out = (struct indicator){MANNER_WORD, at, end, 1, form};
    }
}

/* Columns */

static bool shares_words(const struct indicator *x, uint32_t start, uint32_t end)
{
    return x->manner == MANNER_WORD && x->start < end && start < x->end;
}

/* Do other parts of this kind have the words already? */
static bool is_taken(const struct indicator_search *s, enum query_part_kind kind, uint32_t start,
                     uint32_t end)
{
    for (uint32_t i = 0; i < s->out.count; i++)
        if (s->parts->items[i].kind == kind && shares_words(&s->out.items[i], start, end))
            return true;
    return false;
}

static void find_name(struct indicator_search *s, uint32_t part)
{
    double best = 0;
    for (uint32_t i = 0; i < s->names.count; i++) {
        const struct occurrence *o = &s->names.items[i];
        if (o->phrase->kind != PHRASE_COLUMN || o->phrase->target != s->parts->items[part].column ||
            o->weight < COLUMN_FROM)
            continue;
        double score = o->weight * (1 + LONGER * (o->end - o->start - 1));
        if (is_taken(s, PART_COLUMN, o->start, o->end) || is_taken(s, PART_VALUE, o->start, o->end))
            score -= SHARED_WORDS;
        if (score > best) {
            best = score;
            s->out.items[part] = (struct indicator){
                .manner = MANNER_WORD, .start = o->start, .end = o->end, .weight = o->weight};
        }
    }
}

/* Does the adjective compare by the column? */
static bool adjective_fits(const struct indicator_search *s, const struct occurrence *o,
                           uint32_t column)
{
    const struct schema *schema = s->book->schema;
    const struct lexicon *l = s->book->link.lemmatizer.lexicon;
    bool superlative = o->phrase->kind == PHRASE_SUPERLATIVE;
    if (o->phrase->kind != PHRASE_COMPARATIVE && !superlative)
        return false;
    return adjective_in(l, schema, o->phrase->target, superlative, schema->columns[column].table)
               .column == column;
}

static void find_attribute(struct indicator_search *s, uint32_t part)
{
    struct indicator *out = &s->out.items[part];
    for (uint32_t i = 0; i < s->names.count; i++) {
        const struct occurrence *o = &s->names.items[i];
        if (o->end - o->start > out->end - out->start &&
            adjective_fits(s, o, s->parts->items[part].column))
            *out = (struct indicator){
                .manner = MANNER_ATTRIBUTE, .start = o->start, .end = o->end, .weight = o->weight};
    }
}

static bool carrier_fits(const struct indicator_search *s, const struct occurrence *o,
                         uint32_t column)
{
    const struct schema *schema = s->book->schema;
    const struct lexicon_row *row = &s->book->carriers.list->rows[o->phrase->target];
    const struct words *w = &s->out.words;
    bool names = role_name(schema, schema->columns[column].table) == column;
    if (str_eq(row->fields[1], STR("-"))) /* "which teachers", not "which is" */
        return names && o->end < w->count && w->items[o->end].classes == 0 &&
               w->items[o->end].kind == TOKEN_WORD;
    for (uint32_t i = 1; i < row->n_fields; i++)
        if (role_has_word(schema, column, row->fields[i]))
            return true;
    return false;
}

static void find_carrier(struct indicator_search *s, uint32_t part)
{
    struct indicator *out = &s->out.items[part];
    for (uint32_t i = 0; i < s->carriers.count && out->manner == MANNER_NONE; i++) {
        const struct occurrence *o = &s->carriers.items[i];
        if (carrier_fits(s, o, s->parts->items[part].column))
            *out = (struct indicator){
                .manner = MANNER_CARRIER, .start = o->start, .end = o->end, .weight = o->weight};
    }
}

static void find_column(struct indicator_search *s, uint32_t part)
{
    find_name(s, part);
    if (s->out.items[part].manner == MANNER_NONE)
        find_attribute(s, part);
    if (s->out.items[part].manner == MANNER_NONE && s->parts->items[part].clause == CLAUSE_SELECT)
        find_carrier(s, part);
}

/* Keywords */

/* The words of the value that the keyword compares with; NULL for none. */
static const struct indicator *value_of(const struct indicator_search *s,
                                        const struct query_part *keyword)
{
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct query_part *p = &s->parts->items[i];
        if (p->kind == PART_VALUE && p->keyword == keyword->keyword &&
            p->column == keyword->column && s->out.items[i].manner != MANNER_NONE)
            return &s->out.items[i];
    }
    return NULL;
}

static uint32_t distance(const struct indicator *value, const struct occurrence *o)
{
    if (!value)
        return 0;
    uint32_t d = o->end <= value->start   ? value->start - o->end
                 : o->start >= value->end ? o->start - value->end
                                          : 0;
    return d < FAR ? d : FAR;
}

/* Is the phrase part of a longer name, as "number" of "phone number"? */
static bool is_in_name(const struct indicator_search *s, const struct occurrence *o)
{
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct indicator *x = &s->out.items[i];
        if (s->parts->items[i].kind != PART_KEYWORD && shares_words(x, o->start, o->end) &&
            x->end - x->start > o->end - o->start)
            return true;
    }
    return false;
}

static void take_keyword(struct indicator_search *s, uint32_t part, const struct occurrence *o,
                         enum manner manner, int64_t *best)
{
    const struct indicator *value = value_of(s, &s->parts->items[part]);
    int64_t score = (int64_t)(o->end - o->start) * WORD_WORTH - distance(value, o);
    if (is_taken(s, PART_KEYWORD, o->start, o->end))
        score -= WORD_WORTH;
    if (is_in_name(s, o) || score <= *best)
        return;
    *best = score;
    s->out.items[part] =
        (struct indicator){.manner = manner, .start = o->start, .end = o->end, .weight = o->weight};
}

/* Which forms of adjectives can say the keyword? */
static bool takes_adjective(enum query_keyword k, enum phrase_kind form)
{
    bool most = k == QUERY_MOST || k == QUERY_LEAST || k == QUERY_MAX || k == QUERY_MIN;
    bool more = k == QUERY_GT || k == QUERY_LT || k == QUERY_GE || k == QUERY_LE;
    return (most && form == PHRASE_SUPERLATIVE) || (more && form == PHRASE_COMPARATIVE);
}

static void find_keyword(struct indicator_search *s, uint32_t part)
{
    const struct query_part *p = &s->parts->items[part];
    int64_t best = INT64_MIN;
    for (uint32_t i = 0; i < s->names.count; i++) {
        const struct occurrence *o = &s->names.items[i];
        if (takes_adjective(p->keyword, o->phrase->kind) && p->column != SCHEMA_STAR &&
            adjective_fits(s, o, p->column))
            take_keyword(s, part, o, MANNER_ATTRIBUTE, &best);
    }
    for (uint32_t i = 0; i < s->keywords.count; i++) {
        const struct occurrence *o = &s->keywords.items[i];
        const struct keyword_sense *sense = &s->book->keywords.senses[o->phrase->target];
        if (sense->keyword == p->keyword)
            take_keyword(s, part, o, sense->manner, &best);
    }
}

struct indicators indicators_find(struct arena *a, const struct indicator_book *b,
                                  const struct query_parts *parts, struct str question)
{
    static void (*const FIND[])(struct indicator_search *, uint32_t) = {
        [PART_KEYWORD] = find_keyword, [PART_COLUMN] = find_column, [PART_VALUE] = find_value};
    static const enum query_part_kind ORDER[] = {PART_VALUE, PART_COLUMN, PART_KEYWORD};
    struct indicator_search s = {.arena = a, .book = b, .parts = parts};
    s.out.words = words_read(a, &b->link.lemmatizer, question);
    s.out.count = parts->count;
    s.out.items = arena_zalloc(a, (parts->count + 1) * sizeof *s.out.items);
    find_occurrences(&s, &b->link.phrases, &s.names);
    find_verbs(&s);
    find_occurrences(&s, &b->keywords.book, &s.keywords);
    find_occurrences(&s, &b->carriers.book, &s.carriers);
    for (size_t k = 0; k < sizeof ORDER / sizeof *ORDER; k++)
        for (uint32_t i = 0; i < parts->count; i++)
            if (parts->items[i].kind == ORDER[k])
                FIND[ORDER[k]](&s, i);
    return s.out;
}

struct str indicator_text(const struct words *w, uint32_t start, uint32_t end)
{
    if (start >= end)
        return (struct str){0};
    struct str first = w->items[start].text, last = w->items[end - 1].text;
    return (struct str){first.ptr, (size_t)(last.ptr + last.len - first.ptr)};
}
