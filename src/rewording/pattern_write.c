/* pattern_write.c: what a pattern puts in place of the words that it found. */
#include "rewording/pattern_match.h"

#include "base/buf.h"

enum { BUDGET = 4000 };

static const struct str AGREEING[N_AGREEMENTS][2] = {
#define AGREEMENT(id, singular, plural) {STR_INIT(singular), STR_INIT(plural)},
#include "rewording/agreement.def"
#undef AGREEMENT
};

/* The words as they stand, but the first one small where it only begins a sentence. */
static struct str slot_text(const struct pattern_match *m, const struct slot_match *s)
{
    const struct words *w = &m->reading->told.words;
    const struct word *first = &w->items[s->start], *last = &w->items[s->end - 1];
    struct str text = {first->token.ptr,
                       (size_t)(last->token.ptr + last->token.len - first->token.ptr)};
    bool name = first->kind != TOKEN_WORD || first->capital ||
                (first->token.len > 1 && str_eq(first->token, first->text) &&
                 first->token.ptr[1] >= 'A' && first->token.ptr[1] <= 'Z');
    if (name || !begins_sentence(w, s->start))
        return text;
    const struct str parts[] = {str_slice(first->lower, 0, 1), str_slice(text, 1, text.len)};
    return arena_concat(m->arena, parts, 2);
}

/* The noun in the number that is asked for. */
static struct str noun_text(const struct pattern_match *m, const struct slot_match *s,
                            enum slot_type type)
{
    const struct knowledge *k = m->reading->knowledge;
    struct str text = slot_text(m, s);
    if (type == SLOT_NOUN || s->plural == (type == SLOT_THINGS) || !k)
        return text;
    size_t at = str_after_last(text, ' ');
    struct str last = arena_str_lower(m->arena, str_slice(text, at, text.len));
    const struct str parts[] = {str_slice(text, 0, at),
                                type == SLOT_THINGS
                                    ? noun_plural(m->arena, &k->inflection, last)
                                    : noun_singular(m->arena, &k->inflection, last)};
    return arena_concat(m->arena, parts, 2);
}

static struct str item_text(const struct pattern_match *m, const struct pattern_item *x)
{
    const struct slot_match *s = &m->slots[x->number];
    switch (x->type) {
    case ITEM_SLOT:
        return x->slot <= SLOT_NOUN ? noun_text(m, s, x->slot) : slot_text(m, s);
    case ITEM_AGREEMENT:
        return AGREEING[x->agreement][s->plural];
    default:
        return x->words[0];
    }
}

struct str pattern_write(const struct pattern_match *m, const struct pattern_text *to)
{
    struct buf b = {0};
    for (uint32_t i = 0; i < to->count; i++) {
        struct str text = item_text(m, &to->items[i]);
        if (b.len > 0 && (text.len == 0 || !strchr(",.?!;", text.ptr[0])))
            buf_putc(&b, ' ');
        buf_put(&b, text);
    }
    struct str out = arena_str(m->arena, buf_str(&b));
    buf_release(&b);
    return out;
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
                reword_steps_add(a, out,
                                 (struct reword_step){kind, m.start, m.end,
                                                      pattern_write(&m, &m.pattern->to[t])});
        }
}
