/* reword.c: steps of a kind, or one step of a kind and then one of another. */
#include "rewording/reword.h"

#include "rewording/faithful.h"
#include "rewording/finder.h"

/* First steps that a second is looked for after: enough for variety. */
enum { FIRST_STEPS_MAX = 12 };

static step_finder *const FINDERS[N_REWORD_KINDS] = {
    [REWORD_COLUMN_SYNONYM] = find_column_synonyms,
    [REWORD_COLUMN_ATTRIBUTE] = find_column_attributes,
    [REWORD_VALUE_SYNONYM] = find_value_synonyms,
};

static void find_steps(struct arena *a, const struct reword_rules *rules, enum reword_kind kind,
                       const struct question_reading *r, struct reword_steps *out)
{
    pattern_steps(a, rules, kind, r, out);
    if (FINDERS[kind])
        FINDERS[kind](a, r, out);
}

static void add(struct arena *a, struct reworded_list *list, const struct reworded *item)
{
    ARENA_PUSH(a, list->items, list->count);
    list->items[list->count++] = *item;
}

static void push_step(struct reworded *to, const struct question_reading *r,
                      const struct reword_step *step)
{
    to->steps[to->n_steps].kind = step->kind;
    to->steps[to->n_steps].from = reword_from(r, step);
    to->steps[to->n_steps++].to = step->to;
}

/* Does the new question speak of what `origin` speaks of? All that is needed to find out goes. */
static bool speaks_alike(struct arena *a, const struct question_reading *origin,
                         struct str question)
{
    struct arena_mark mark = arena_mark(a);
    struct question_reading after = question_read_again(a, origin, question);
    bool faithful = reword_faithful(a, origin, &after);
    arena_rewind(a, mark);
    return faithful;
}

/* Wordings that take one more step after those of `before`, which led to `r`. */
static void add_steps(struct arena *a, const struct reword_rules *rules,
                      const struct question_reading *origin, const struct question_reading *r,
                      const struct reworded *before, enum reword_kind kind,
                      struct reworded_list *out)
{
    struct reword_steps steps = {0};
    find_steps(a, rules, kind, r, &steps);
    for (uint32_t i = 0; i < steps.count; i++) {
        struct reworded item = *before;
        item.question = reword_apply(a, r, &steps.items[i]);
        if (item.question.len == 0 || str_eq_nocase(item.question, origin->question))
            continue;
        push_step(&item, r, &steps.items[i]);
        if (speaks_alike(a, origin, item.question))
            add(a, out, &item);
        else
            out->n_unfaithful++;
    }
}

/* Kinds that a wording of several is made of, in the order they are applied. */
static bool is_single(int kind)
{
    return kind != REWORD_MULTITYPE && kind != REWORD_OTHERS;
}

static struct reworded_list reword_twice(struct arena *a, const struct reword_rules *rules,
                                         const struct question_reading *r)
{
    struct reworded_list first = {0}, out = {0};
    struct arena scratch = {0};
    for (int k = 0; k < N_REWORD_KINDS; k++)
        if (is_single(k))
            add_steps(a, rules, r, r, &(struct reworded){0}, (enum reword_kind)k, &first);
    uint32_t n = first.count < FIRST_STEPS_MAX ? first.count : FIRST_STEPS_MAX;
    for (uint32_t i = 0; i < n; i++) {
        const struct reworded *x = &first.items[(uint64_t)i * first.count / n];
        struct question_reading again = question_read_again(&scratch, r, x->question);
        for (int k = (int)x->steps[0].kind + 1; k < N_REWORD_KINDS; k++)
            if (is_single(k))
                add_steps(a, rules, r, &again, x, (enum reword_kind)k, &out);
        arena_rewind(&scratch, (struct arena_mark){0});
    }
    arena_release(&scratch);
    return out;
}

struct reworded_list reword(struct arena *a, const struct reword_rules *rules,
                            const struct question_reading *r, enum reword_kind kind)
{
    struct reworded_list out = {0};
    if (kind == REWORD_MULTITYPE)
        return reword_twice(a, rules, r);
    add_steps(a, rules, r, r, &(struct reworded){0}, kind, &out);
    return out;
}
