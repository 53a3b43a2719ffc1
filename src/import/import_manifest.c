/* import_manifest.c: what was imported, and what came of it. */
#include "import/import_manifest.h"

#include "base/recipe.h"
#include "base/version.h"

static void put_outcomes(struct json_writer *w, const char *name,
                         const uint64_t counts[PROOF_OUTCOMES])
{
    json_key_object(w, name);
    for (int i = 0; i < PROOF_OUTCOMES; i++)
        if (counts[i])
            json_key_count(w, proof_outcome_name((enum proof_outcome)i), counts[i]);
    json_object_close(w);
}

/* "generated" and "proved" mean what they do in every suite; readers count cases by them. */
static void put_set(struct json_writer *w, const struct set_tally *t)
{
    json_key(w, t->set);
    json_object_open(w);
    json_key(w, STR("name"));
    if (t->set.ptr)
        json_put_str(w, t->set);
    else
        json_put_null(w);
    json_key_count(w, "pairs", t->pairs);
    json_key_count(w, "unpaired", t->unpaired);
    json_key_count(w, "generated", t->kept);
    json_key_count(w, "proved", t->proved);
    put_outcomes(w, "unproved", t->unproved);
    put_outcomes(w, "rejected", t->rejected);
    json_object_close(w);
}

static void add_side(struct recipe *r, const char *side, const struct pair_side *s)
{
    recipe_add(r, "side", str_from(side));
    recipe_add(r, "database", s->db_id);
    recipe_add(r, "question", s->question);
    recipe_add(r, "query", s->query);
}

/* A digest of all pairs and options. */
static void find_key(const struct import_job *o, char key[DIGEST_HEX + 1])
{
    struct recipe r;
    recipe_begin(&r, "import");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    recipe_add_number(&r, "proved only", o->proved_only);
    for (uint32_t l = 0; l < o->n_lists; l++)
        for (uint32_t i = 0; i < o->lists[l].count; i++) {
            recipe_add(&r, "pair of", o->lists[l].pairs[i].set);
            add_side(&r, "before", &o->lists[l].pairs[i].before);
            add_side(&r, "after", &o->lists[l].pairs[i].after);
        }
    recipe_end(&r, key);
}

void import_manifest_put(struct json_writer *w, const struct import_job *job,
                         const struct import_databases *at, const struct imported *made)
{
    char key[DIGEST_HEX + 1];
    find_key(job, key);
    json_object_open(w);
    json_key_count(w, "version", 1);
    json_key_str(w, "key", str_from(key));
    json_key_bool(w, "imported", true);
    json_key_bool(w, "proof", job->proved_only); /* that every case is proved */
    json_key_str(w, "databases", str_from(at->originals));
    if (at->more)
        json_key_str(w, "more_databases", str_from(at->more));
    json_key_count(w, "seeds", made->seeds);
    json_key_object(w, "relations");
    for (uint32_t i = 0; i < made->n_sets; i++)
        put_set(w, &made->sets[i]);
    json_object_close(w);
    json_object_close(w);
    json_line_end(w);
}
