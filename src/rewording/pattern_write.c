/* pattern_write.c: what a pattern puts in place of the words that it found. */
#include "rewording/pattern_match.h"

#include "base/buf.h"
#include "lexicon/article.h"
#include "rewording/column_adjective.h"
#include "rewording/named_thing.h"
#include "rewording/place.h"

enum { BUDGET = 4000 };

static const struct str AGREEING[N_AGREEMENTS][2] = {
#define AGREEMENT(id, singular, plural) {STR_INIT(singular), STR_INIT(plural)},
#include "rewording/agreement.def"
#undef AGREEMENT
};

/* The words as they stand, but the first one small where it only begins a sentence. */
static struct str words_text(const struct pattern_match *m, uint32_t start, struct str end)
{
    const struct words *w = &m->reading->told.words;
    const struct word *first = &w->items[start];
    struct str text = {first->token.ptr, (size_t)(end.ptr + end.len - first->token.ptr)};
    bool name = first->kind != TOKEN_WORD || first->capital ||
                (first->token.len > 1 && str_eq(first->token, first->text) &&
                 ascii_capital(first->token.ptr[1]));
    if (name || !begins_sentence(w, start))
        return text;
    const struct str parts[] = {str_slice(first->lower, 0, 1), str_slice(text, 1, text.len)};
    return arena_concat(m->arena, parts, 2);
}

static struct str slot_text(const struct pattern_match *m, const struct slot_match *s)
{
    return words_text(m, s->start, m->reading->told.words.items[s->end - 1].token);
}

/* The noun in the number that is asked for, or that it is meant in. */
static struct str noun_text(const struct pattern_match *m, const struct slot_match *s,
                            enum slot_type type)
{
    const struct knowledge *k = m->reading->knowledge;
    bool named = s->noun_end > s->noun_start;
    const struct word *end = &m->reading->told.words.items[(named ? s->noun_end : s->end) - 1];
    struct str text =
        words_text(m, named ? s->noun_start : s->start, named ? end->text : end->token);
    bool plural = type == SLOT_THINGS || (type != SLOT_THING && s->plural);
    if (is_plural_word(end) == plural || !k)
        return text;
    size_t at = str_after_last(text, ' ');
    struct str last = arena_str_lower(m->arena, str_slice(text, at, text.len));
    const struct str parts[] = {str_slice(text, 0, at),
                                plural ? noun_plural(m->arena, &k->inflection, last)
                                       : noun_singular(m->arena, &k->inflection, last)};
    return arena_concat(m->arena, parts, 2);
}

/* The adjective of the place where its name was said, or the other way round; ptr NULL for none. */
static struct str place_text(const struct pattern_match *m, const struct slot_match *s,
                             enum slot_type type)
{
    const struct question_reading *r = m->reading;
    const struct lexicon_row *place =
        place_find(m->arena, r->book->link.lemmatizer.lexicon, r->parts->items[s->part].value);
    bool adjective = place && place_called(m->arena, place, PLACE_ADJECTIVE,
                                           indicator_text(&r->told.words, s->start, s->end));
    if (!place || adjective != (type == SLOT_PLACE))
        return STR_NONE;
    return place->fields[adjective ? PLACE_NAMES : PLACE_ADJECTIVE];
}

/* The number beside that of the slot, in words where that one is. */
static struct str next_text(const struct pattern_match *m, const struct slot_match *s, int step)
{
    const struct word *w = &m->reading->told.words.items[s->start];
    struct str digits = arena_printf(m->arena, "%.0f", w->number + step);
    const struct lexicon_table *names =
        lexicon_table(m->reading->book->link.lemmatizer.lexicon, STR("number_words"));
    for (uint32_t i = 0; w->kind == TOKEN_WORD && i < names->n_rows; i++)
        if (str_eq(names->rows[i].fields[1], digits))
            return names->rows[i].fields[0];
    return digits;
}

static struct str item_text(const struct pattern_match *m, const struct pattern_item *x,
                            uint32_t variant)
{
    const struct slot_match *s = x->type == ITEM_FOUND ? NULL : &m->slots[x->number];
    switch (x->type) {
    case ITEM_SLOT:
        if (x->slot >= SLOT_ADJECTIVE)
            return place_text(m, s, x->slot);
        return x->slot <= SLOT_NOUN || x->slot == SLOT_NAMED ? noun_text(m, s, x->slot)
                                                             : slot_text(m, s);
    case ITEM_AGREEMENT:
        return AGREEING[x->agreement][s->plural];
    case ITEM_FOUND:
        return m->found[x->number] == 0
                   ? STR("")
                   : m->reading->told.words.items[m->found[x->number] - 1].lower;
    case ITEM_NEXT:
        return next_text(m, s, x->step);
    case ITEM_ADJECTIVE:
        return column_adjective(m, x->adjective, variant);
    default:
        return x->words[0];
    }
}

/* "A" before `next`, as it must be; ptr NULL where that is not sure. */
static struct str article_before(struct str next)
{
    enum article article = next.ptr ? article_of(next) : ARTICLE_UNSURE;
    struct str unsure = {NULL, 0};
    return article == ARTICLE_A ? STR("a") : article == ARTICLE_AN ? STR("an") : unsure;
}

/* Has it an adjective that may have several forms? "How old" has one. */
static bool has_adjective(const struct pattern_text *to)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (to->items[i].type == ITEM_ADJECTIVE && to->items[i].adjective != ADJECTIVE_HOW)
            return true;
    return false;
}

/* Item `i` in words; "a" as the slot behind it wants it. ptr NULL where it has no word, or is not
 * sure. */
static struct str written_item(const struct pattern_match *m, const struct pattern_text *to,
                               uint32_t i, uint32_t variant)
{
    struct str text = item_text(m, &to->items[i], variant);
    bool slot_follows = i + 1 < to->count && to->items[i + 1].type == ITEM_SLOT;
    if (!text.ptr || !slot_follows || !str_eq(text, STR("a")))
        return text;
    return article_before(item_text(m, &to->items[i + 1], variant));
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

static void add_variants(struct arena *a, const struct pattern_match *m, enum reword_kind kind,
                         const struct pattern_text *to, struct reword_steps *out)
{
    for (uint32_t variant = 0; out->count < REWORD_STEPS_MAX; variant++) {
        struct str text = pattern_write(m, to, variant);
        if (!text.ptr)
            return;
        reword_steps_add(a, out, (struct reword_step){kind, m->start, m->end, text});
    }
}

void pattern_steps(struct arena *a, const struct reword_rules *rules, enum reword_kind kind,
                   const struct question_reading *r, struct reword_steps *out)
{
    for (uint32_t p = 0; p < rules->kinds[kind].count; p++)
        for (uint32_t at = 0; at < r->told.words.count; at++) {
            struct pattern_match m = {.arena = a,
                                      .pattern = &rules->kinds[kind].patterns[p],
                                      .reading = r,
                                      .budget = BUDGET};
            for (int s = 0; s < PATTERN_SLOTS_MAX; s++)
                m.slots[s].part = m.slots[s].table = UINT32_MAX;
            if (!pattern_match(&m, at))
                continue;
            for (uint32_t t = 0; t < m.pattern->n_to; t++)
                add_variants(a, &m, kind, &m.pattern->to[t], out);
        }
}
