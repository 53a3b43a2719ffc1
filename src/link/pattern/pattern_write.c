/* pattern_write.c: what a pattern puts in place of the words that it found. */
#include "link/pattern/pattern_match.h"

#include "base/buf.h"
#include "lexicon/inflection.h"
#include "lexicon/kinds.h"
#include "lexicon/said_number.h"
#include "lexicon/word_fact.h"
#include "link/adjective.h"
#include "link/pattern/named_thing.h"
#include "link/place.h"

enum { LARGEST_SAID = 1000000000 };

static const struct str AGREEING[N_AGREEMENTS][2] = {
#define AGREEMENT(id, singular, plural) {STR_INIT(singular), STR_INIT(plural)},
#include "link/pattern/agreement.def"
#undef AGREEMENT
};

/* Adjectives
 *
 * A line of data/words.tsv with adjectives fits if the column has its word, the thing is of the
 * kind that is its sense, and the adjective can compare by nothing else that the table has: a
 * "largest" country has the most people or the most land. */

/* The attribute */

/* Words after an attribute that do not change it: "net worth millions", "cost of treatment". */
static const char UNITS[] =
    "of in million meter metre foot kg cm km inch pound usd mile dollar ton";

/* Where the attribute stands in the name, at its end or before a unit, or NAME_NONE. */
static uint32_t attribute_at(struct lemmas name, struct lemmas attribute)
{
    for (uint32_t at = 0; at + attribute.count <= name.count; at++) {
        uint32_t end = at + attribute.count;
        if (lemmas_equal(lemmas_slice(name, at, end), attribute) &&
            (end == name.count || str_among(name.items[end], UNITS)))
            return at;
    }
    return NAME_NONE;
}

/* The thing */

static bool is_kind(const struct pattern_match *m, struct str noun, struct str owner)
{
    struct noun_kinds kinds = kinds_of(m->arena, m->reading->knowledge, noun);
    return kinds_have(&kinds, owner);
}

/* Is the line for things of all kinds? */
static bool is_anything(struct str owner)
{
    return str_eq(owner, STR("-"));
}

/* Is the noun of the match, if it has one, the thing that has the column? */
static bool noun_fits(const struct pattern_match *m, uint32_t table, struct str owner)
{
    for (uint32_t i = 0; i < m->pattern->n_slots; i++) {
        uint32_t other = m->slots[i].table;
        if (other == UINT32_MAX || other == table)
            continue;
        if (is_anything(owner) ||
            !is_kind(m, reading_table_noun(m->arena, m->reading, other), owner))
            return false;
    }
    return true;
}

/* Is the owner of the column of this kind? The word before the attribute says who that is ("winner
 * age" of a match), else the table. */
static bool owner_fits(const struct pattern_match *m, uint32_t column, struct str before,
                       struct str owner)
{
    uint32_t table = m->reading->book->schema->columns[column].table;
    bool any = is_anything(owner);
    struct str noun = reading_table_noun(m->arena, m->reading, table);
    if (before.len > 0 && !str_ends(noun, before))
        return !any && is_kind(m, before, owner);
    return (any || is_kind(m, noun, owner)) && noun_fits(m, table, owner);
}

/* The lines */

/* The adjectives for the longest part of the column's name that has some, or NULL. */
static const struct word_fact *find_line(const struct pattern_match *m, uint32_t column)
{
    const struct lemmatizer *z = &m->reading->book->link.lemmatizer;
    const struct fact_list all = facts_all(z->lexicon, FACT_HIGHEST);
    struct lemmas name = lemmas_of(m->arena, z, m->reading->book->schema->columns[column].natural);
    const struct word_fact *best = NULL;
    uint32_t longest = 0;
    for (uint32_t i = 0; i < all.count; i++) {
        const struct word_line *line = all.items[i]->line;
        struct lemmas attribute = lemmas_of(m->arena, z, line->word);
        uint32_t at = attribute_at(name, attribute);
        if (at == NAME_NONE || attribute.count <= longest)
            continue;
        if (owner_fits(m, column, at > 0 ? name.items[at - 1] : STR(""), line->sense)) {
            best = all.items[i];
            longest = attribute.count;
        }
    }
    return best;
}

/* What the query does with the column */

static bool keyword_has_form(enum query_keyword k, enum adjective_form form, bool *high)
{
    switch (form) {
    case ADJECTIVE_MOST:
    case ADJECTIVE_HOW:
        *high = k == KEYWORD_MAX || k == KEYWORD_MOST;
        return *high || k == KEYWORD_MIN || k == KEYWORD_LEAST;
    case ADJECTIVE_MORE:
    case ADJECTIVE_MEASURED:
        *high = k == KEYWORD_GT;
        return *high || k == KEYWORD_LT;
    default:
        *high = (k == KEYWORD_DESC) == (form == ADJECTIVE_FIRST);
        return k == KEYWORD_DESC || k == KEYWORD_ASC;
    }
}

/* Is it the column's sum or average that is compared? */
static bool is_aggregate(const struct query_parts *parts, const struct query_part *use)
{
    for (uint32_t i = 0; i < parts->count && use->clause != IN_SELECT; i++) {
        const struct query_part *p = &parts->items[i];
        if (p->kind == PART_KEYWORD && p->column == use->column && p->clause == use->clause &&
            (p->keyword == KEYWORD_SUM || p->keyword == KEYWORD_AVG || p->keyword == KEYWORD_COUNT))
            return true;
    }
    return false;
}

/* Does the query order or compare by the column as the form says, and is `*high` its upper end? An
 * order that is not said is ascending. */
static bool find_use(const struct pattern_match *m, uint32_t column, enum adjective_form form,
                     bool *high)
{
    const struct question_reading *r = m->reading;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct query_part *p = &r->parts->items[i];
        const struct indicator *x = &r->said.items[i];
        bool unsaid =
            x->manner == MANNER_NONE && p->keyword == KEYWORD_ASC &&
            !keyword_is_said(r->book, &r->said.words, m->start, m->end, 1U << KEYWORD_DESC);
        bool said = x->manner != MANNER_NONE && x->start < m->end && m->start < x->end;
        if (p->kind == PART_KEYWORD && p->column == column && (said || unsaid) &&
            keyword_has_form(p->keyword, form, high) && !is_aggregate(r->parts, p))
            return true;
    }
    return false;
}

/* The forms */

static enum fact_id adjective_fact(enum adjective_form form, bool high)
{
    switch (form) {
    case ADJECTIVE_MORE:
    case ADJECTIVE_MEASURED:
        return high ? FACT_HIGHER : FACT_LOWER;
    case ADJECTIVE_HOW:
        return FACT_HOW;
    default:
        return high ? FACT_HIGHEST : FACT_LOWEST;
    }
}

/* "oldest" for the highest age of people: number `variant` of the forms that fit what the match is
 * about, or STR_NONE. */
static struct str column_adjective(const struct pattern_match *m, enum adjective_form form,
                                   uint32_t variant)
{
    const struct indicator_book *b = m->reading->book;
    uint32_t column = pattern_column(m);
    bool high;
    if (!m->reading->knowledge || column == SCHEMA_STAR || !column_sorts(m->reading, column))
        return STR_NONE;
    const struct word_fact *line = find_use(m, column, form, &high) ? find_line(m, column) : NULL;
    if (!line || (form == ADJECTIVE_MEASURED && !fact_beside(line, FACT_HOW)))
        return STR_NONE;
    const struct word_fact *f = fact_beside(line, adjective_fact(form, high));
    if (form == ADJECTIVE_HOW)
        return f ? f->values[0] : STR_NONE;
    struct str word = f && variant < f->n_values ? f->values[variant] : STR_NONE;
    return word.ptr && adjective_is_clear(b->link.lemmatizer.lexicon, b->schema, word, column)
               ? word
               : STR_NONE;
}

/* Texts */

/* The words as they stand, but the first one in small letters if it only begins a sentence. */
static struct str words_text(const struct pattern_match *m, uint32_t start, struct str end)
{
    const struct words *w = &m->reading->said.words;
    const struct word *first = &w->items[start];
    struct str text = {first->token.ptr, (size_t)(end.ptr + end.len - first->token.ptr)};
    bool name = first->kind != TOKEN_WORD || first->capital ||
                (first->token.len > 1 && str_eq(first->token, first->text) &&
                 ascii_capital(first->token.ptr[1]));
    if (name || !begins_sentence(w, start))
        return text;
    return ARENA_CONCAT(m->arena, str_slice(first->lower, 0, 1), str_slice(text, 1, text.len));
}

/* The noun in the number that the slot asks for, or else in its own. */
static struct str noun_text(const struct pattern_match *m, const struct slot_match *s,
                            enum slot_type type)
{
    const struct knowledge *k = m->reading->knowledge;
    bool named = s->noun_end > s->noun_start;
    const struct word *end = &m->reading->said.words.items[(named ? s->noun_end : s->end) - 1];
    struct str text =
        words_text(m, named ? s->noun_start : s->start, named ? end->text : end->token);
    bool plural = type == SLOT_THINGS || (type != SLOT_THING && s->plural);
    if (is_plural_word(end) == plural || !k)
        return text;
    size_t at = str_after_last(text, ' ');
    struct str last = arena_str_lower(m->arena, str_slice(text, at, text.len));
    return ARENA_CONCAT(m->arena, str_slice(text, 0, at),
                        plural ? noun_plural(m->arena, &k->inflection, last)
                               : noun_singular(m->arena, &k->inflection, last));
}

/* The adjective for the place if the question has its name, or its name for the adjective; or
 * STR_NONE. */
static struct str place_text(const struct pattern_match *m, const struct slot_match *s,
                             enum slot_type type)
{
    const struct question_reading *r = m->reading;
    const struct lexicon_row *place =
        place_find(m->arena, r->book->link.lemmatizer.lexicon, r->parts->items[s->part].value);
    bool adjective = place && place_called(m->arena, place, PLACE_ADJECTIVE,
                                           indicator_text(&r->said.words, s->start, s->end));
    if (!place || adjective != (type == SLOT_PLACE))
        return STR_NONE;
    return place->fields[adjective ? PLACE_NAMES : PLACE_ADJECTIVE];
}

/* The number before or after that of the slot, in words if that one is. */
static struct str next_text(const struct pattern_match *m, const struct slot_match *s, int step)
{
    const struct word *w = &m->reading->said.words.items[s->start];
    const struct lexicon *l = m->reading->book->link.lemmatizer.lexicon;
    double number = w->number + step;
    bool in_words = w->kind == TOKEN_WORD && number >= 0 && number < LARGEST_SAID;
    struct str word = in_words ? number_word(l, (uint64_t)number) : STR("");
    return word.len > 0 ? word : arena_printf(m->arena, "%.0f", number);
}

static struct str item_text(const struct pattern_match *m, const struct pattern_item *x,
                            uint32_t variant)
{
    const struct slot_match *s = x->type == ITEM_FOUND ? NULL : &m->slots[x->number];
    switch (x->type) {
    case ITEM_SLOT:
        if (s->start == s->end)
            return STR("");
        if (x->slot >= SLOT_ADJECTIVE)
            return place_text(m, s, x->slot);
        return x->slot <= SLOT_NOUN || x->slot == SLOT_NAMED
                   ? noun_text(m, s, x->slot)
                   : words_text(m, s->start, m->reading->said.words.items[s->end - 1].token);
    case ITEM_AGREEMENT:
        return AGREEING[x->agreement][s->plural];
    case ITEM_FOUND:
        return m->found[x->number] == 0
                   ? STR("")
                   : m->reading->said.words.items[m->found[x->number] - 1].lower;
    case ITEM_NEXT:
        return next_text(m, s, x->step);
    case ITEM_ADJECTIVE:
        return column_adjective(m, x->adjective, variant);
    default:
        return x->words[0];
    }
}

/* Is there an adjective that may have several forms? "How old" has one. */
static bool has_adjective(const struct pattern_text *to)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (to->items[i].type == ITEM_ADJECTIVE && to->items[i].adjective != ADJECTIVE_HOW)
            return true;
    return false;
}

/* Item `i` in words, "a" or "an" as the slot after it needs it; ptr NULL if it has no word, or is
 * not sure. */
static struct str written_item(const struct pattern_match *m, const struct pattern_text *to,
                               uint32_t i, uint32_t variant)
{
    struct str text = item_text(m, &to->items[i], variant);
    bool slot_follows = i + 1 < to->count && to->items[i + 1].type == ITEM_SLOT;
    if (!text.ptr || !slot_follows || !str_eq(text, STR("a")))
        return text;
    struct str next = item_text(m, &to->items[i + 1], variant);
    enum article article = next.ptr ? article_of(next) : ARTICLE_UNSURE;
    return article == ARTICLE_A ? text : article == ARTICLE_AN ? STR("an") : STR_NONE;
}

struct str pattern_write(const struct pattern_match *m, const struct pattern_text *to,
                         uint32_t variant)
{
    struct buf b = {0};
    bool sure = variant == 0 || has_adjective(to);
    for (uint32_t i = 0; i < to->count && sure; i++) {
        struct str text = written_item(m, to, i, variant);
        sure = text.ptr != NULL;
        if (!text.ptr || text.len == 0)
            continue;
        if (b.len > 0 && !strchr(",.?!;", text.ptr[0]))
            buf_putc(&b, ' ');
        buf_put(&b, text);
    }
    struct str out = arena_str(m->arena, buf_str(&b));
    buf_release(&b);
    return sure ? out : STR_NONE;
}
