/* augment_manifest.c: manifest.json of a training set. */
#include "training/augmenting.h"

#include "base/record.h"
#include "base/version.h"

#include <stdio.h>

static const char *const SCHEMES[] = {"random", "stratified", "adaptive", "adversarial"};
static const char *const FORMATS[] = {"spider", "chat", "pairs"};

#define MADE(name)  offsetof(struct augmented, name)
#define TALLY(name) offsetof(struct sample_tally, name)

static const struct member MADE_MEMBERS[] = {
    {"seeds", &FORM_U64, MADE(seeds), MEMBER_ALWAYS, NULL},
    {"size", &FORM_U64, MADE(size), MEMBER_ALWAYS, NULL},
    {"originals", &FORM_U64, MADE(originals), MEMBER_ALWAYS, NULL},
    {"cases", &FORM_U64, MADE(cases), MEMBER_ALWAYS, NULL},
    {"proved_on_empty", &FORM_U64, MADE(on_empty), MEMBER_WHERE_SET, NULL},
    {"gold_faults", &FORM_U32, MADE(faults.count), MEMBER_ALWAYS, NULL},
    {"outside_grammar", &FORM_U32, MADE(outside.count), MEMBER_WHERE_SET, NULL},
    {"without_gold", &FORM_U32, MADE(without_gold.count), MEMBER_WHERE_SET, NULL},
    {"left_out", &FORM_U32, MADE(left_out.count), MEMBER_WHERE_SET, NULL},
    {"held_out", &FORM_U64, MADE(held_out), MEMBER_WHERE_SET, NULL},
    {"held_out_cases", &FORM_U64, MADE(held_out_cases), MEMBER_WHERE_SET, NULL},
};

static const struct member TALLY_MEMBERS[] = {
    {"candidates", &FORM_U64, TALLY(candidates), MEMBER_ALWAYS, NULL},
    {"quota", &FORM_U64, TALLY(quota), MEMBER_ALWAYS, NULL},
    {"drawn", &FORM_U64, TALLY(drawn), MEMBER_ALWAYS, NULL},
    {"filled", &FORM_U64, TALLY(filled), MEMBER_ALWAYS, NULL},
    {"tried", &FORM_U64, TALLY(tried), MEMBER_ALWAYS, NULL},
    {"good", &FORM_U64, TALLY(outcomes[SAMPLE_GOOD]), MEMBER_ALWAYS, NULL},
    {"rejected", &FORM_U64, TALLY(outcomes[SAMPLE_REJECTED]), MEMBER_ALWAYS, NULL},
    {"less_fluent", &FORM_U64, TALLY(outcomes[SAMPLE_NOT_FLUENT]), MEMBER_WHERE_SET, NULL},
    {"tested", &FORM_U64, TALLY(outcomes[SAMPLE_TESTED]), MEMBER_WHERE_SET, NULL},
};

static const struct record MADE_RECORD = RECORD_OF(MADE_MEMBERS);
static const struct record TALLY_RECORD = RECORD_OF(TALLY_MEMBERS);

static void put_text_option(struct json_writer *w, const char *name, const char *value)
{
    if (value && *value)
        json_key_str(w, name, str_from(value));
}

/* How it was made. */
static void put_head(struct json_writer *w, const struct augment_job *job)
{
    const struct augment_options *o = job->options;
    char input[17];
    snprintf(input, sizeof input, "%016llx", (unsigned long long)dataset_digest(job->dataset));
    json_key_str(w, "teql", STR(TEQL_VERSION));
    json_key_str(w, "input", str_from(input));
    json_key_str(w, "scheme", str_from(SCHEMES[o->scheme]));
    json_key_str(w, "format", str_from(FORMATS[o->format]));
    json_key_count(w, "random_seed", o->suite.random_seed);
    json_key_count(w, "max_per_seed", o->suite.max_per_seed);
    json_key_count(w, "max_changes", o->suite.relation.max_changes);
    if (o->suite.min_fluency_ratio > 0)
        json_key_double(w, "min_fluency_ratio", o->suite.min_fluency_ratio);
    if (o->suite.proved_on_rows)
        json_key_bool(w, "proved_on_rows", true);
    put_text_option(w, "rates", o->rates);
    put_text_option(w, "holdout", o->holdout);
    put_text_option(w, "fold", o->fold);
}

static void put_tests(struct json_writer *w, const struct tested_seeds *t)
{
    json_key_array(w, "not_trained_on");
    for (uint32_t i = 0; i < t->n_sets; i++)
        json_put_str(w, t->sets[i]);
    json_array_close(w);
}

/* By relation; worst cases by the attack that found them. */
static void put_tallies(struct json_writer *w, const struct augment_job *job,
                        const struct augmented *made)
{
    bool attacked = job->options->scheme == AUGMENT_ADVERSARIAL;
    json_key_object(w, attacked ? "attacked" : "relations");
    for (uint32_t i = 0; i < made->n_tallies; i++) {
        json_key(w, str_from(attacked ? job->attacked[i] : made->relations.items[i]->id));
        record_put(w, &TALLY_RECORD, &made->tallies[i]);
    }
    json_object_close(w);
}

void augmenting_put_manifest(struct json_writer *w, const struct augment_job *job,
                             const struct augmented *made)
{
    json_object_open(w);
    put_head(w, job);
    record_put_members(w, &MADE_RECORD, made);
    put_tests(w, job->tests);
    put_tallies(w, job, made);
    json_object_close(w);
    json_line_end(w);
}
