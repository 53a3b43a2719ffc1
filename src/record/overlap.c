/* overlap.c: the members of an overlap, and its figures. */
#include "record/overlap.h"

#include <stddef.h>

static const uint32_t N_THING_COUNTS = sizeof(struct thing_overlap) / sizeof(uint64_t),
                      N_NAME_COUNTS = N_NAME_KEEPINGS;

#define FIELD(name) offsetof(struct overlap, name)

static const struct member MEMBERS[] = {
    {"words", &FORM_COUNT, FIELD(words), MEMBER_NEEDED, NULL},
    {"edits", &FORM_COUNT, FIELD(edits), MEMBER_WHERE_SET, NULL},
    {"tables", &FORM_ROW, FIELD(things[THING_TABLE]), MEMBER_WHERE_SET, &N_THING_COUNTS},
    {"columns", &FORM_ROW, FIELD(things[THING_COLUMN]), MEMBER_WHERE_SET, &N_THING_COUNTS},
    {"values", &FORM_ROW, FIELD(things[THING_VALUE]), MEMBER_WHERE_SET, &N_THING_COUNTS},
    {"names", &FORM_ROW, FIELD(names), MEMBER_WHERE_SET, &N_NAME_COUNTS},
};

const struct record OVERLAP_RECORD = RECORD_OF(MEMBERS);

void overlap_add(struct overlap *to, const struct overlap *from)
{
    (void)record_add(&OVERLAP_RECORD, to, from); /* two overlaps have the same counts */
}

/* Figures */

const char *overlap_figure_name(enum overlap_figure f)
{
    static const char *const NAMES[] = {
#define OVERLAP_FIGURE(id, name, title, yes, of) name,
#include "record/overlap_figure.def"
#undef OVERLAP_FIGURE
    };
    return NAMES[f];
}

const char *overlap_figure_title(enum overlap_figure f)
{
    static const char *const TITLES[] = {
#define OVERLAP_FIGURE(id, name, title, yes, of) title,
#include "record/overlap_figure.def"
#undef OVERLAP_FIGURE
    };
    return TITLES[f];
}

struct thing_overlap overlap_things(const struct overlap *o)
{
    struct thing_overlap all = {.before = {0, 0}};
    for (int k = 0; k < N_THING_KINDS; k++) {
        all.before.read += o->things[k].before.read;
        all.before.named += o->things[k].before.named;
        all.after.read += o->things[k].after.read;
        all.after.named += o->things[k].after.named;
    }
    return all;
}

static uint64_t overlap_renamed(const struct overlap *o)
{
    uint64_t n = 0;
    for (int k = 0; k < N_NAME_KEEPINGS; k++)
        n += o->names[k];
    return n;
}

double overlap_rate(const struct overlap *o, enum overlap_figure f)
{
    const struct thing_overlap things = overlap_things(o);
    const uint64_t shares[][2] = {
#define OVERLAP_FIGURE(id, name, title, yes, of) {yes, of},
#include "record/overlap_figure.def"
#undef OVERLAP_FIGURE
    };
    return shares[f][1] ? (double)shares[f][0] / (double)shares[f][1] : -1;
}
