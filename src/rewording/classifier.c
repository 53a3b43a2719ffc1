/* classifier.c: the signs of all parts, and the kind that they show. */
#include "rewording/classifier.h"

#include "rewording/comparison.h"

static const struct {
    struct str name;
    enum reword_kind kind;
    double weight;
} SIGNS[N_SIGN_TYPES] = {
#define SIGN(id, kind, weight, name) {STR_INIT(name), REWORD_##kind, weight},
#include "rewording/sign.def"
#undef SIGN
};

enum reword_kind sign_kind(enum sign_type t)
{
    return SIGNS[t].kind;
}

struct str sign_name(enum sign_type t)
{
    return SIGNS[t].name;
}

static void decide(struct reword_verdict *v)
{
    double best = 0;
    uint32_t n = 0;
    v->top = REWORD_OTHERS;
    for (uint32_t i = 0; i < v->n_signs; i++) {
        enum sign_type t = v->signs[i].type;
        n += !v->kinds[SIGNS[t].kind];
        v->kinds[SIGNS[t].kind] = true;
        if (SIGNS[t].weight > best) {
            best = SIGNS[t].weight;
            v->top = SIGNS[t].kind;
        }
    }
    v->kinds[REWORD_MULTITYPE] = n > 1;
    v->kinds[REWORD_OTHERS] = n == 0;
}

struct reword_verdict reword_classify(struct arena *a, const struct indicator_book *b,
                                      const struct query_parts *parts, struct str before,
                                      struct str after)
{
    static void (*const COMPARE[])(struct reword_comparison *,
                                   uint32_t) = {[PART_KEYWORD] = compare_keyword,
                                                [PART_COLUMN] = compare_column,
                                                [PART_VALUE] = compare_value};
    struct reword_comparison c = {.arena = a, .book = b, .parts = parts};
    questions_compare(&c, before, after);
    for (uint32_t i = 0; i < parts->count; i++)
        COMPARE[parts->items[i].kind](&c, i);
    compare_places(&c);
    decide(&c.out);
    return c.out;
}
