/* augment_manifest.c: manifest.json of a training set. */
#include "training/augmenting.h"

#include "base/record.h"
#include "base/version.h"
#include "record/strength.h"

#include <stdio.h>

/* A text that was given, a const char *; set unless it is empty. It is never read. */
static void put_given(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_str(w, str_from(*(const char *const *)field));
}

static bool is_given(const void *field, const void *arg)
{
    const char *text = *(const char *const *)field;
    (void)arg;
    return text && *text;
}

static const struct member_form FORM_GIVEN = {put_given, NULL, is_given, NULL};

static const char *const SCHEMES[] = {"random", "stratified", "adaptive", "adversarial"};
static const char *const FORMATS[] = {"spider", "chat", "pairs"};
static const struct name_list SCHEME_NAMES = NAMES_OF(SCHEMES), FORMAT_NAMES = NAMES_OF(FORMATS);
static const struct list_of SET_NAMES = {.size = sizeof(struct str), .value = {.form = &FORM_TEXT}};

#define OPTION(name) offsetof(struct augment_options, name)
#define MADE(name)   offsetof(struct augmented, name)
#define TESTS(name)  offsetof(struct tested_seeds, name)
#define TALLY(name)  offsetof(struct sample_tally, name)

static const struct member OPTION_MEMBERS[] = {
    {"scheme", &FORM_NAME, OPTION(scheme), MEMBER_ALWAYS, &SCHEME_NAMES},
    {"format", &FORM_NAME, OPTION(format), MEMBER_ALWAYS, &FORMAT_NAMES},
    {"random_seed", &FORM_U32, OPTION(suite.random_seed), MEMBER_ALWAYS, NULL},
    {"max_per_seed", &FORM_U32, OPTION(suite.max_per_seed), MEMBER_ALWAYS, NULL},
    {"max_changes", &FORM_U32, OPTION(suite.relation.max_changes), MEMBER_ALWAYS, NULL},
    {"strength", &FORM_NAME, OPTION(suite.relation.strength), MEMBER_WHERE_SET, &STRENGTHS},
    {"min_fluency_ratio", &FORM_NUMBER, OPTION(suite.min_fluency_ratio), MEMBER_WHERE_SET, NULL},
    {"proved_on_rows", &FORM_FLAG, OPTION(suite.proved_on_rows), MEMBER_WHERE_SET, NULL},
    {"rates", &FORM_GIVEN, OPTION(rates), MEMBER_WHERE_SET, NULL},
    {"holdout", &FORM_GIVEN, OPTION(holdout), MEMBER_WHERE_SET, NULL},
    {"fold", &FORM_GIVEN, OPTION(fold), MEMBER_WHERE_SET, NULL},
};

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

static const struct member TEST_MEMBERS[] = {
    {"not_trained_on", &FORM_LIST, TESTS(sets), MEMBER_ALWAYS, &SET_NAMES},
};

static const struct record OPTION_RECORD = RECORD_OF(OPTION_MEMBERS),
                           MADE_RECORD = RECORD_OF(MADE_MEMBERS),
                           TEST_RECORD = RECORD_OF(TEST_MEMBERS),
                           TALLY_RECORD = RECORD_OF(TALLY_MEMBERS);

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
    char input[17];
    snprintf(input, sizeof input, "%016llx", (unsigned long long)dataset_digest(job->dataset));
    json_object_open(w);
    json_key_str(w, "teql", STR(TEQL_VERSION));
    json_key_str(w, "input", str_from(input));
    record_put_members(w, &OPTION_RECORD, job->options);
    record_put_members(w, &MADE_RECORD, made);
    record_put_members(w, &TEST_RECORD, job->tests);
    put_tallies(w, job, made);
    json_object_close(w);
    json_line_end(w);
}
