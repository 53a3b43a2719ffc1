/* reword.c: steps of a kind, or one step of a kind and then one of another. */
#include "rewording/reword.h"

#include "rewording/faithful.h"
#include "rewording/sound.h"
#include "rewording/step.h"

/* A second step is looked for after this many first ones: enough for variety. */
enum { FIRST_STEPS_MAX = 12 };

static void find_steps(struct arena *a, const struct reword_rules *rules, enum reword_kind kind,
                       const struct question_reading *r, struct reword_steps *out)
{
    pattern_steps(a, rules, kind, r, out);
    if (kind == REWORD_COLUMN_SYNONYM)
        find_column_synonyms(a, r, out);
    else if (kind == REWORD_VALUE_SYNONYM)
        find_value_synonyms(a, r, out);
}

static void push_step(struct reworded *to, const struct question_reading *r,
                      const struct reword_step *step)
{
    to->steps[to->n_steps].kind = step->kind;
    to->steps[to->n_steps].from = reword_from(r, step);
    to->steps[to->n_steps++].to = step->to;
}

enum step_place { ANYWHERE, AT_BEGINNING };

/* Wordings that take one more step after those of `before`, which led to `r`. */
static void add_steps(struct arena *a, const struct reword_rules *rules,
                      const struct question_reading *origin, const struct question_reading *r,
                      const struct reworded *before, enum reword_kind kind, enum step_place place,
                      struct reworded_list *out)
{
    struct reword_steps steps = {0};
    find_steps(a, rules, kind, r, &steps);
    for (uint32_t i = 0; i < steps.count; i++) {
        struct reworded item = *before;
        if (place == AT_BEGINNING && steps.items[i].start > 0)
            continue;
        item.question = reword_apply(a, r, &steps.items[i]);
        if (item.question.len == 0 || str_eq_nocase(item.question, origin->question))
            continue;
        push_step(&item, r, &steps.items[i]);
        enum worth worth = question_worth(a, origin, item.question, 0);
        if (worth == GOOD)
            ARENA_ADD(a, out->items, out->count, item);
        out->n_unfaithful += worth == UNFAITHFUL;
    }
}

/* Kinds that a wording of several kinds is made of, in the order in which they are applied. */
static bool is_single(int kind)
{
    return kind != REWORD_MULTITYPE && kind != REWORD_OTHERS;
}

static bool words_have(const struct words *w, const struct word *x)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (str_eq(w->items[i].lower, x->lower))
            return true;
    return false;
}

/* Does something of the first step remain after the second: one of its new words, if it had any? */
static bool keeps_first_step(struct arena *a, const struct lemmatizer *z, const struct reworded *x)
{
    struct words from = words_read(a, z, x->steps[0].from), to = words_read(a, z, x->steps[0].to);
    struct words now = words_read(a, z, x->question);
    bool brought = false;
    for (uint32_t i = 0; i < to.count; i++) {
        bool fresh = to.items[i].kind != TOKEN_MARK && !words_have(&from, &to.items[i]);
        if (fresh && words_have(&now, &to.items[i]))
            return true;
        brought |= fresh;
    }
    return !brought;
}

static bool has_question(const struct reworded_list *list, struct str question)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (str_eq_nocase(list->items[i].question, question))
            return true;
    return false;
}

/* Drop what one step alone gives, and what has nothing left of the first step. */
static void keep_both_steps(struct arena *a, const struct lemmatizer *z,
                            const struct reworded_list *single, struct reworded_list *twice)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < twice->count; i++) {
        struct arena_mark mark = arena_mark(a);
        if (!has_question(single, twice->items[i].question) &&
            keeps_first_step(a, z, &twice->items[i]))
            twice->items[n++] = twice->items[i];
        arena_rewind(a, mark);
    }
    twice->count = n;
}

static struct reworded_list reword_twice(struct arena *a, const struct reword_rules *rules,
                                         const struct question_reading *r)
{
    struct reworded_list first = {0}, out = {0};
    struct arena scratch = {0};
    for (int k = 0; k < N_REWORD_KINDS; k++)
        if (is_single(k))
            add_steps(a, rules, r, r, &(struct reworded){0}, (enum reword_kind)k, ANYWHERE, &first);
    uint32_t n = first.count < FIRST_STEPS_MAX ? first.count : FIRST_STEPS_MAX;
    for (uint32_t i = 0; i < n; i++) {
        const struct reworded *x = &first.items[(uint64_t)i * first.count / n];
        struct question_reading again = question_read_again(&scratch, r, x->question);
        for (int k = (int)x->steps[0].kind + 1; k < N_REWORD_KINDS; k++)
            if (is_single(k))
                add_steps(a, rules, r, &again, x, (enum reword_kind)k, ANYWHERE, &out);
        arena_clear(&scratch);
    }
    keep_both_steps(&scratch, &r->book->link.lemmatizer, &first, &out);
    arena_release(&scratch);
    return out;
}

/* A change after this many words is not one of the beginning only. */
enum { BEGINNING_WORDS = 3, ENOUGH_WORDINGS = 5 };

/* Are the questions equal from near their beginning on? */
static bool changes_beginning_only(struct arena *a, const struct question_reading *r,
                                   struct str question)
{
    struct arena_mark mark = arena_mark(a);
    const struct words *x = &r->said.words;
    struct words y = words_read(a, &r->book->link.lemmatizer, question);
    uint32_t i = x->count, k = y.count;
    while (i > 0 && is_final_mark(x, i - 1))
        i--;
    while (k > 0 && is_final_mark(&y, k - 1))
        k--;
    while (i > 0 && k > 0 && str_eq(x->items[i - 1].lower, y.items[k - 1].lower))
        i--, k--;
    arena_rewind(a, mark);
    return i <= BEGINNING_WORDS;
}

/* If enough others remain, drop those that change only the beginning. */
static void prefer_changes_within(struct arena *a, const struct question_reading *r,
                                  struct reworded_list *list)
{
    struct reworded_list within = {.n_unfaithful = list->n_unfaithful};
    for (uint32_t i = 0; i < list->count; i++)
        if (!changes_beginning_only(a, r, list->items[i].question))
            ARENA_ADD(a, within.items, within.count, list->items[i]);
    if (within.count >= ENOUGH_WORDINGS)
        *list = within;
}

/* Wordings of `x` with some other beginnings. `turn` says which comes first. */
static void add_beginnings_of(struct arena *a, const struct reword_rules *rules,
                              const struct question_reading *r, const struct reworded *x,
                              uint32_t turn, struct reworded_list *out)
{
    enum { BEGINNINGS_EACH = 2 };
    struct reworded_list all = {0};
    struct arena scratch = {0};
    struct question_reading again = question_read_again(&scratch, r, x->question);
    add_steps(a, rules, r, &again, x, REWORD_OTHERS, AT_BEGINNING, &all);
    arena_release(&scratch);
    uint32_t some = all.count < BEGINNINGS_EACH ? all.count : BEGINNINGS_EACH;
    for (uint32_t k = 0; k < some; k++)
        ARENA_ADD(a, out->items, out->count,
                  all.items[(turn + (uint64_t)k * all.count / some) % all.count]);
}

/* People who reword a question seldom change one thing only. So wordings also get some other
 * beginnings, which say nothing of the query. */
static void add_beginnings(struct arena *a, const struct reword_rules *rules,
                           const struct question_reading *r, struct reworded_list *out)
{
    uint32_t n = out->count, turn = 0;
    for (uint32_t i = 0; i < n && turn < FIRST_STEPS_MAX; i++) {
        const struct reworded x = out->items[i];
        bool begun = x.steps[0].kind == REWORD_OTHERS && x.steps[0].from.ptr == r->question.ptr;
        if (!begun)
            add_beginnings_of(a, rules, r, &x, turn++, out);
    }
}

struct reworded_list reword(struct arena *a, const struct reword_rules *rules,
                            const struct question_reading *r, enum reword_kind kind)
{
    struct reworded_list out = {0};
    if (!question_worded(a, r))
        return out;
    if (kind == REWORD_MULTITYPE)
        return reword_twice(a, rules, r);
    add_steps(a, rules, r, r, &(struct reworded){0}, kind, ANYWHERE, &out);
    /* a carrier is a beginning itself */
    if (kind == REWORD_OTHERS || (out.count < ENOUGH_WORDINGS && kind != REWORD_COLUMN_CARRIER))
        add_beginnings(a, rules, r, &out);
    if (kind == REWORD_OTHERS)
        prefer_changes_within(a, r, &out);
    return out;
}
