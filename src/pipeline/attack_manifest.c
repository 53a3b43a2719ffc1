/* attack_manifest.c: manifest.json of a suite of worst cases. */
#include "pipeline/attack_manifest.h"

#include "base/digest.h"
#include "base/version.h"
#include "pipeline/manifest.h"

static void put_text(struct json_writer *w, const char *name, struct str text)
{
    json_key(w, str_from(name));
    json_put_str(w, text);
}

static void put_count(struct json_writer *w, const char *name, uint64_t n)
{
    json_key(w, str_from(name));
    json_put_int(w, (int64_t)n);
}

static void put_bool(struct json_writer *w, const char *name, bool b)
{
    json_key(w, str_from(name));
    json_put_bool(w, b);
}

/* A digest of all that the search depends on. */
static void find_key(const struct attack_manifest *m, char key[DIGEST_HEX + 1])
{
    const struct attack_settings *o = m->options;
    struct arena a = {0};
    struct digester d;
    digest_begin(&d);
    digest_add(&d, str_from(TEQL_VERSION));
    digest_add(&d, str_from(m->order->system));
    digest_add(&d,
               arena_printf(&a, "%llu %u %u %u %u %u %llu %d %d %d %u %d %d",
                            (unsigned long long)dataset_digest(m->dataset), m->result->seeds,
                            o->steps, o->candidates, o->beam, o->batch,
                            (unsigned long long)m->result->budget, o->random, o->rank, o->right,
                            m->order->suite.random_seed, m->order->by, m->order->count_outages));
    for (uint32_t i = 0; i < m->result->n_relations; i++)
        digest_add(&d, str_from(m->result->relations[i]->id));
    const struct ask_settings *s = &m->order->ask;
    const char *const words[] = {s->vectors, s->synonyms, s->synonyms_model};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        digest_add(&d, str_from(words[i] ? words[i] : ""));
    manifest_add_lexicon(&d, m->lexicon);
    digest_add(&d, m->settings);
    digest_hex(digest_end(&d), key);
    arena_release(&a);
}

static void put_relations(struct json_writer *w, const struct attack_result *r)
{
    json_key(w, STR("relations"));
    json_object_open(w);
    for (uint32_t i = 0; i < r->n_relations; i++)
        put_count(w, r->relations[i]->id, r->by_relation[i]);
    json_object_close(w);
}

static void put_changes(struct json_writer *w, const struct attack_result *r)
{
    json_key(w, STR("by_changes"));
    json_array_open(w);
    for (uint32_t i = 0; i < r->steps; i++)
        json_put_int(w, r->by_changes[i]);
    json_array_close(w);
}

static void put_attack(struct json_writer *w, const struct attack_manifest *m)
{
    const struct attack_settings *o = m->options;
    const struct attack_result *r = m->result;
    json_key(w, STR("attack"));
    json_object_open(w);
    put_text(w, "system", str_from(m->order->system));
    put_count(w, "budget", r->budget);
    put_count(w, "questions", r->spent);
    put_count(w, "steps", o->steps);
    put_count(w, "candidates", o->candidates);
    put_count(w, "beam", o->beam);
    put_bool(w, "random", o->random);
    put_bool(w, "ranked", o->rank == ATTACK_RANK_BY_DELETION && !o->random);
    put_bool(w, "right_only", o->right);
    put_count(w, "broken", r->broken);
    put_count(w, "held", r->held);
    put_count(w, "unfinished", r->unfinished);
    put_count(w, "untried", r->untried);
    put_count(w, "unanswered", r->unanswered);
    put_count(w, "wrong", r->wrong);
    put_count(w, "faulty_gold", r->faulty);
    put_count(w, "unchangeable", r->unchangeable);
    put_changes(w, r);
    put_relations(w, r);
    json_object_close(w);
}

/* "generated" and "proved" mean what they do in every suite; readers count cases by them. */
static void put_cases(struct json_writer *w, uint64_t n)
{
    json_key(w, STR("relations"));
    json_object_open(w);
    json_key(w, STR("ATTACK"));
    json_object_open(w);
    put_text(w, "name", STR("worst case"));
    put_count(w, "generated", n);
    put_count(w, "proved", n);
    json_object_close(w);
    json_object_close(w);
}

void attack_manifest_put(struct json_writer *w, const struct attack_manifest *m)
{
    char key[DIGEST_HEX + 1];
    find_key(m, key);
    json_object_open(w);
    put_count(w, "version", 1);
    put_text(w, "key", str_from(key));
    put_count(w, "random_seed", m->order->suite.random_seed);
    if (m->result->seeds < m->result->drawn_of)
        put_count(w, "limit", m->result->seeds);
    put_bool(w, "proof", true);
    if (m->originals)
        put_text(w, "databases", str_from(m->originals));
    if (m->more)
        put_text(w, "more_databases", str_from(m->more));
    put_count(w, "seeds", m->result->seeds);
    put_attack(w, m);
    put_cases(w, m->cases);
    json_object_close(w);
    json_line_end(w);
}
