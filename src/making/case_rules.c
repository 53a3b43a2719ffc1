/* case_rules.c: from options to rules. */
#include "making/case_rules.h"

#include "base/watched_reading.h"
#include "model/rater.h"

/* The language model that questions are rated by, if they are rated. */
static enum status open_model(const struct suite_options *o, const struct listener *listener,
                              struct fluency_model *out, struct err *e)
{
    struct watched_reading reading;
    watched_reading_init(&reading, listener);
    *out = (struct fluency_model){0};
    if (!suite_options_rate(o))
        return OK;
    return o->language_model ? fluency_model_open(out, o->language_model, &reading.watch, e)
                             : default_model_open(&out->grams, e);
}

/* What the databases are about, by all questions of the dataset, not only those that are drawn.
 * NULL if no relation needs it. */
static const struct word_domains *learn_domains(struct word_domains *out, const struct dataset *d,
                                                const struct vocabulary *words,
                                                const struct relation_choice *relations)
{
    bool wanted = relations_need_domain(relations->items, relations->count);
    word_domains_init(out, &words->knowledge);
    for (uint32_t i = 0; wanted && i < d->n_seeds; i++)
        word_domains_add(out, d->seeds[i].schema, d->seeds[i].question);
    return wanted ? out : NULL;
}

enum status case_rules_open(struct case_rules *r, const struct dataset *dataset,
                            const struct vocabulary *words, const struct suite_options *o,
                            const struct listener *listener, struct err *e)
{
    TRY(open_model(o, listener, &r->model, e));
    r->rules =
        (struct generate_rules){.options = *o,
                                .relations = o->chosen.items,
                                .n_relations = o->chosen.count,
                                .lexicon = &words->lexicon,
                                .knowledge = &words->knowledge,
                                .rewording = &words->rewording,
                                .domains = learn_domains(&r->domains, dataset, words, &o->chosen),
                                .fluency = suite_options_rate(o) ? &r->model.grams : NULL,
                                .stop = listener->stop};
    return OK;
}

void case_rules_close(struct case_rules *r)
{
    word_domains_release(&r->domains);
    fluency_model_close(&r->model);
}
