/* ask_sequence.c: turns. */
#include "asking/ask_sequence.h"

enum { SEEDS_IN_TURN = 32 };

uint32_t ask_turn_end(const struct suite_outline *o, uint32_t first)
{
    uint32_t left = o->n_seeds - first, end = first;
    uint64_t schemas = 0;
    if (!suite_outline_has_cases(o, first))
        return first + 1; /* turns begin with a case */
    while (end - first < left && end - first < SEEDS_IN_TURN && schemas < SCHEMAS_MAX_BYTES)
        schemas += o->seeds[end++].schemas;
    return end;
}

/* The cases of the seeds from `first` to before `end`, which are SEEDS_IN_TURN at most. */
static void take_turns(const struct suite_outline *o, uint32_t first, uint32_t end, uint32_t *out)
{
    const struct outline_seed *seeds = o->seeds + first;
    uint32_t next[SEEDS_IN_TURN], n = 0, count = seeds[end - first].first_case - seeds->first_case;
    for (uint32_t i = 0; i < end - first; i++)
        next[i] = seeds[i].first_case;
    while (n < count)
        for (uint32_t i = 0; i < end - first; i++)
            if (next[i] < seeds[i + 1].first_case)
                out[n++] = o->n_seeds + next[i]++;
}

uint32_t *ask_sequence(const struct suite_outline *o, bool in_turn)
{
    size_t n = (size_t)o->n_seeds + o->n_cases;
    uint32_t *sequence = mem_resize_array(NULL, n + 1, sizeof *sequence);
    for (uint32_t i = 0; i < n; i++)
        sequence[i] = i;
    for (uint32_t first = 0, end; in_turn && first < o->n_seeds; first = end) {
        end = ask_turn_end(o, first);
        take_turns(o, first, end, &sequence[o->n_seeds + o->seeds[first].first_case]);
    }
    return sequence;
}
