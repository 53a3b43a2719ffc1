/* suite_options.c: the list of relations, and options that contradict each other. */
#include "making/suite_options.h"

#include "base/nearest.h"

enum { MAX_PER_SEED = 1000 };

/* All families together make more cases than most people want to pay for. */
static const char DEFAULT_FAMILY[] = "mt-teql";

/* Not a relation: it asks for canonical questions as seeds. */
static const char CANONICAL[] = "canonical";

const struct suite_options suite_options_default = {
#define OPTION OPTION_USUAL
#include "making/suite_option.def"
    .relation =
        {
#define OPTION OPTION_USUAL
#include "relation/relation_option.def"
        },
    .canonical =
        {
#define OPTION OPTION_USUAL
#include "canonical/canonical_option.def"
        },
};

/* Relations */

/* The group of the relation, "NLQ" for NLQ-others; empty if it has none. */
static struct str group_of(const struct relation *r)
{
    struct str id = str_from(r->id);
    size_t dash = str_find(id, STR("-"), 0);
    return str_slice(id, 0, dash < id.len ? dash : 0);
}

static enum status refuse_relation(struct str id, struct err *e)
{
    struct arena a = {0};
    struct nearest near = nearest_to(id);
    struct str families = STR("all canonical");
    nearest_offer(&near, str_from(CANONICAL));
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        struct str group = group_of(*r);
        if (relation_begins_family(r))
            families = arena_printf(&a, "%.*s %s", STR_ARG(families), (*r)->family);
        if (group.len && (r == RELATIONS || !str_eq(group, group_of(r[-1])))) {
            families = arena_printf(&a, "%.*s %.*s", STR_ARG(families), STR_ARG(group));
            nearest_offer(&near, group);
        }
        nearest_offer(&near, str_from((*r)->id));
        nearest_offer(&near, str_from((*r)->name));
        nearest_offer(&near, str_from((*r)->family));
    }
    struct str meant = nearest_name(&near);
    for (const struct relation *const *r = RELATIONS; *r && meant.ptr; r++)
        if (str_eq(meant, str_from((*r)->name)))
            meant = str_from((*r)->id);
    err_set(
        e, E_USAGE,
        "unknown relation '%.*s'%s%.*s%s; there are: %.*s, and those that 'teql help relations' "
        "lists",
        STR_ARG(id), meant.ptr ? " (did you mean '" : "", STR_ARG(meant), meant.ptr ? "'?)" : "",
        STR_ARG(families));
    arena_release(&a);
    return E_USAGE;
}

static void add_relation(struct relation_choice *c, const struct relation *r)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->items[i] == r)
            return;
    c->items[c->count++] = r;
}

/* Add all relations of a family or group, or all there are if it is "all". False if there are none.
 */
static bool add_family(struct relation_choice *c, struct str name)
{
    bool all = str_eq_nocase(name, STR("all")), found = false;
    const char *family = relation_family(name);
    for (const struct relation *const *p = RELATIONS; *p; p++)
        if (all || (family && strcmp((*p)->family, family) == 0) ||
            (name.len > 0 && str_eq_nocase(group_of(*p), name))) {
            add_relation(c, *p);
            found = true;
        }
    return found;
}

static enum status read_relations(struct relation_choice *c, const char *list, struct err *e)
{
    *c = (struct relation_choice){.count = 0};
    for (struct str rest = str_from(list ? list : DEFAULT_FAMILY); rest.ptr;) {
        struct str id = str_trim(str_split(&rest, ','));
        const struct relation *r = relation_find(id);
        if (str_eq_nocase(id, str_from(CANONICAL)))
            c->canonical = true;
        else if (add_family(c, id))
            continue;
        else if (r)
            add_relation(c, r);
        else
            return refuse_relation(id, e);
    }
    return OK;
}

/* Checks */

enum status suite_options_check(struct suite_options *o, struct err *e)
{
    if (o->max_per_seed > MAX_PER_SEED)
        return err_set(e, E_USAGE, "--max-per-seed takes at most %d", MAX_PER_SEED);
    if (o->min_fluency_ratio > 1)
        return err_set(e, E_USAGE, "--min-fluency-ratio takes a number from 0 to 1");
    if (o->proved_on_rows && o->no_proof)
        return err_set(e, E_USAGE, "--proved-on-rows is about proofs, and --no-proof makes none");
    if (o->language_model && !suite_options_rate(o))
        return err_set(e, E_USAGE,
                       "--language-model has nothing to rate without --fluency or "
                       "--min-fluency-ratio");
    TRY(read_relations(&o->chosen, o->relations, e));
    o->relation.strength =
        (int)relations_strength(o->chosen.items, o->chosen.count, o->relation.strength);
    return OK;
}

bool suite_options_rate(const struct suite_options *o)
{
    return o->fluency || o->min_fluency_ratio > 0;
}

bool suite_options_kinds(const struct suite_options *o, bool kinds[N_REWORD_KINDS])
{
    bool any = false;
    memset(kinds, 0, N_REWORD_KINDS * sizeof *kinds);
    for (uint32_t i = 0; i < o->chosen.count; i++)
        if (o->chosen.items[i]->rewords)
            kinds[o->chosen.items[i]->reword] = any = true;
    return any;
}

enum status suite_options_reword(const struct suite_options *o, struct err *e)
{
    bool kinds[N_REWORD_KINDS];
    return suite_options_kinds(o, kinds)
               ? OK
               : err_set(e, E_USAGE,
                         "--paraphraser has nothing to do: --relations names none of "
                         "NLQ-…, as dr-spider does");
}

enum status suite_options_substitute(const struct suite_options *o, struct err *e)
{
    return relations_need_domain(o->chosen.items, o->chosen.count)
               ? OK
               : err_set(e, E_USAGE, "--synonyms has nothing to do: --relations does not name syn");
}

struct str suite_options_needy(struct arena *a, const struct suite_options *o)
{
    struct str ids = STR("");
    for (uint32_t i = 0; i < o->chosen.count; i++)
        if (o->chosen.items[i]->needs_database)
            ids = arena_printf(a, "%.*s%s%s", STR_ARG(ids), ids.len ? ", " : "",
                               o->chosen.items[i]->id);
    return ids;
}
