/* asking.h: a list of questions as the source of requests, with the answers. */
#ifndef TEQL_TESTS_SUPPORT_ASKING_H
#define TEQL_TESTS_SUPPORT_ASKING_H

#include "system/system.h"

enum { ASKING_MAX = 2000 };

struct asked {
    struct str sql, error; /* in the arena */
    bool done, final;
    uint32_t times; /* that `done` was called */
    uint32_t attempts;
    double ms;
    uint64_t prompt_tokens, completion_tokens;
};

struct asking {
    struct arena arena;
    const char *const *questions;
    const char *evidence; /* for all of them; or NULL */
    uint32_t count, next, n_done, ticks;
    uint32_t under_way, most_under_way;
    uint32_t repeats; /* how often each question is asked, with the same id; 0 means once */
    struct asked asked[ASKING_MAX];
    const struct schema *schema; /* of examples/shop */
    struct str schema_json;
    const char *path;                  /* given as the database; or NULL */
    uint32_t path_ms;                  /* how long it takes to make it */
    struct database *database;         /* the same, open */
    uint32_t fail_at;                  /* `done` fails at this number, from 1; 0 for never */
    uint32_t one_by_one;               /* from this one on, one at a time; 0 for never … */
    uint32_t calls, most_later;        /* … of `next`; the most under way from then on */
    void (*on_done)(struct asking *a); /* NULL is allowed */
    struct ask_source source;
    struct err e;
};

/* Ids are "q0", "q1", … */
void asking_init(struct asking *a, const char *const *questions, uint32_t count);
void asking_release(struct asking *a);

/* Open the system, ask everything, free it. Errors are in a->e. */
enum status asking_run(struct asking *a, const char *spec, const struct system_options *options);

/* The number of children of this process that have not been waited for. */
int asking_children(void);

#endif
