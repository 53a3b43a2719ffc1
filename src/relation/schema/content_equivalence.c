/* content_equivalence.c: columns in another form that says the same (Dr.Spider §3.1, Table 11).
 *
 * A name is kept as first and last name, a sex as a flag, an age as a year of birth. The question
 * stays, and the query is rewritten for the new columns (migration/rewrite_mapped.h). Holds because
 * each mapping can be undone: equal values stay equal, and different ones different. If a result
 * has new values, the answer is the same under the mapping.
 *
 * A changed schema belongs to the database, not to the question: a few are drawn for each database,
 * and all its questions share them. It makes a case of a seed whose query reads a new column and
 * can be rewritten. Not applied to
 *
 * - columns of keys, and tables that views read;
 * - columns whose rows do not have the form; but of five names, one may stay whole;
 * - forms that nobody would store or could name (data/equivalent_*.tsv);
 * - queries whose result would not be an answer: a year of birth when an age is asked for;
 * - queries that use the column in a way for which Spider's grammar has no words. */
#include "migration/change.h"
#include "migration/rewrite_mapped.h"
#include "relation/schema/equivalent.h"
#include "relation/table_use.h"
#include "schema/keys.h"
#include "sql/parse.h"

/* Changed schemas for each database. The first has all columns in another form, the others about
 * half of them. A seed gets fewer, since not all suit it. */
enum { SAMPLINGS = 24, MOST_CASES = 5 };

struct content_variant {
    const struct replacement **items; /* in the order of their columns */
    uint32_t n_items;
    struct mapped_query query;
};

struct content_plan {
    struct content_variant variants[SAMPLINGS];
    uint32_t count;
};

/* The forms of all columns that may change. */
struct column_forms {
    struct equivalent_scope scope;
    struct table_use use;
    struct equivalent_list *by_column;
    bool read; /* the query reads one of them */
};

/* Finding forms */

static void find_forms(struct arena *a, const struct relation_seed *s, struct column_forms *f,
                       uint32_t column)
{
    if (!refuse_unless(s, key_use_of(s->schema, column) == 0, REFUSED_COLUMN_OF_KEY) ||
        !table_may_change(s, &f->use, s->schema->columns[column].table))
        return;
    f->by_column[column] = equivalents_of(a, &f->scope, column);
    refuse_unless(s, f->by_column[column].count > 0, f->by_column[column].why);
}

/* Refusals are counted only for columns that the query reads: the others make no case. */
static struct column_forms forms_of(struct arena *a, const struct relation_seed *s)
{
    struct column_forms f = {.scope = equivalent_scope_of(a, s), .use = table_use_of(a, s)};
    struct relation_seed quiet = *s;
    uint32_t n = s->schema->n_columns;
    quiet.refusals = NULL;
    f.by_column = arena_zalloc(a, n * sizeof *f.by_column);
    for (uint32_t c = SCHEMA_STAR + 1; c < n; c++)
        if (s->column_read[c]) {
            find_forms(a, s, &f, c);
            f.read |= f.by_column[c].count > 0;
        }
    for (uint32_t c = SCHEMA_STAR + 1; f.read && c < n; c++)
        if (!s->column_read[c])
            find_forms(a, &quiet, &f, c);
    return f;
}

/* Sampling */

/* Columns of a table that follow the same rule change together or not at all. */
static uint64_t sampling_hash(const struct schema *s, uint32_t sampling, uint32_t table,
                              uint64_t rule)
{
    uint64_t h = hash_combine(hash_bytes(s->db_id), sampling);
    return hash_combine(hash_combine(h, hash_bytes_nocase(s->tables[table].name)), rule);
}

static const struct replacement *sampled_form(const struct schema *s,
                                              const struct equivalent_list *list, uint32_t column,
                                              uint32_t sampling)
{
    if (list->count == 0)
        return NULL;
    uint64_t h = sampling_hash(s, sampling, s->columns[column].table, list->items[0].rule);
    if (sampling > 0 && h % 2 == 0)
        return NULL;
    return &list->items[(h >> 8) % list->count].replacement;
}

static bool shares_name(const struct replacement *x, const struct replacement *y)
{
    for (uint32_t i = 0; i < x->n_columns; i++)
        for (uint32_t j = 0; j < y->n_columns; j++)
            if (str_eq_nocase(x->columns[i].name, y->columns[j].name))
                return true;
    return false;
}

/* Would the table have a name twice? */
static bool name_is_used(const struct schema *s, const struct content_variant *v,
                         const struct replacement *r)
{
    for (uint32_t i = 0; i < v->n_items; i++)
        if (s->columns[v->items[i]->column].table == s->columns[r->column].table &&
            shares_name(v->items[i], r))
            return true;
    return false;
}

static void sample_forms(struct arena *a, const struct relation_seed *s,
                         const struct column_forms *f, uint32_t sampling,
                         struct content_variant *out)
{
    out->items = ARENA_ARRAY(a, const struct replacement *, s->schema->n_columns);
    out->n_items = 0;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++) {
        const struct replacement *r = sampled_form(s->schema, &f->by_column[c], c, sampling);
        if (r && !name_is_used(s->schema, out, r))
            out->items[out->n_items++] = r;
    }
}

/* Was the same sampling drawn before? A database of few columns has few. */
static bool is_known(const struct content_plan *p, const struct content_variant *v)
{
    for (uint32_t k = 0; k < p->count; k++)
        if (p->variants[k].n_items == v->n_items &&
            memcmp(p->variants[k].items, v->items, v->n_items * sizeof(struct replacement *)) == 0)
            return true;
    return false;
}

/* Variants */

/* Could the question mean a new column, though the query does not read the old one? */
static bool is_asked(struct arena *a, const struct column_forms *f, const struct replacement *r)
{
    for (uint32_t i = 0; i < r->n_columns; i++)
        if (!name_is_fresh(a, &f->scope.taken, r->columns[i].name))
            return true;
    return false;
}

/* Is the value a letter or a digit that is in the question? */
static bool is_code_asked(const struct taken_names *t, struct str literal, bool digit)
{
    struct mapping_literal v;
    struct str text = literal;
    if (mapping_literal_read(literal, &v) && v.type == MAPPING_TEXT)
        text = v.text;
    return text.len == 1 && ascii_digit(text.ptr[0]) == digit &&
           name_map_get(&t->question, text) != NAME_NONE;
}

/* Does the question use codes of the old values: "with sex F", "1 stands for yes, and 0 for no"? A
 * single digit may be any number. */
static bool has_old_codes(const struct column_forms *f, const struct replacement *r)
{
    const struct column_mapping *m = r->columns[0].mapping;
    uint32_t letters = 0, digits = 0;
    for (uint32_t i = 0; i < m->n_entries; i++) {
        letters += is_code_asked(&f->scope.taken, m->entries[i].old, false);
        digits += is_code_asked(&f->scope.taken, m->entries[i].old, true);
    }
    for (uint32_t i = 0; m->kind == MAPPING_FLAG && i < r->n_columns; i++)
        letters += is_code_asked(&f->scope.taken, r->columns[i].mapping->value, false);
    return letters > 0 || (digits > 0 && digits == m->n_entries);
}

/* Does the evidence name the old column, which is gone? */
static bool evidence_names(struct arena *a, const struct relation_seed *s,
                           const struct replacement *r)
{
    struct str evidence = arena_str_lower(a, s->seed->evidence);
    struct str name = arena_str_lower(a, s->schema->columns[r->column].name);
    return str_find(evidence, name, 0) < evidence.len;
}

/* May the question stay as it is, with this column replaced? */
static bool wording_allows(struct arena *a, const struct relation_seed *s,
                           const struct column_forms *f, const struct replacement *r)
{
    bool read = s->column_read[r->column];
    return refuse_unless(s, read || !is_asked(a, f, r), REFUSED_SAMPLING_ASKED) &&
           refuse_unless(s, !has_old_codes(f, r), REFUSED_OLD_VALUES_TOLD) &&
           refuse_unless(s, !evidence_names(a, s, r), REFUSED_OLD_VALUES_TOLD);
}

/* Can the new query be resolved in the new schema? A name may mean two columns there. */
static bool can_be_read(struct arena *a, const struct relation_seed *s,
                        const struct content_variant *v)
{
    struct schema new;
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    migration_schema(a, migration_replace_columns(a, s->schema, v->items, v->n_items),
                     s->schema->db_id, &new, NULL);
    return sql_parse(a, v->query.text, &stmt, &e) == OK &&
           sql_resolve(a, &new, &stmt, &resolution, &e) == OK;
}

static const enum refusal OBSTACLE_REFUSALS[OBSTACLES] = {
    [OBSTACLE_USE] = REFUSED_MAPPED_USE,           [OBSTACLE_ORDER] = REFUSED_MAPPED_ORDER,
    [OBSTACLE_SUM] = REFUSED_MAPPED_SUM,           [OBSTACLE_VALUE] = REFUSED_MAPPED_VALUE,
    [OBSTACLE_ZERO] = REFUSED_MAPPED_ZERO,         [OBSTACLE_UNIT] = REFUSED_MAPPED_UNIT,
    [OBSTACLE_BRACKETS] = REFUSED_MAPPED_BRACKETS, [OBSTACLE_DISTINCT] = REFUSED_MAPPED_DISTINCT,
    [OBSTACLE_PATTERN] = REFUSED_MAPPED_PATTERN,   [OBSTACLE_RESULT] = REFUSED_MAPPED_RESULT,
    [OBSTACLE_SHOWN] = REFUSED_MAPPED_SHOWN,       [OBSTACLE_SETS] = REFUSED_MAPPED_SETS,
    [OBSTACLE_JOINED] = REFUSED_MAPPED_JOINED,     [OBSTACLE_NAME] = REFUSED_NAME_TAKEN,
    [OBSTACLE_STAR] = REFUSED_TABLE_STARRED,
};

/* Make the query of the sampling. False if it makes no case of the seed. */
static bool make_query(struct arena *a, const struct relation_seed *s, const struct column_forms *f,
                       struct content_variant *v)
{
    const struct replacement **by_column =
        arena_zalloc(a, s->schema->n_columns * sizeof(const struct replacement *));
    bool read = false;
    for (uint32_t i = 0; i < v->n_items; i++) {
        by_column[v->items[i]->column] = v->items[i];
        read |= s->column_read[v->items[i]->column];
    }
    if (!refuse_unless(s, read, REFUSED_SAMPLING_UNREAD))
        return false;
    for (uint32_t i = 0; i < v->n_items; i++)
        if (!wording_allows(a, s, f, v->items[i]))
            return false;
    const struct resolved_query old = {s->schema, s->stmt, s->resolution};
    if (!rewrite_mapped(a, &old, f->use.starred, by_column, &v->query)) {
        refuse(s, OBSTACLE_REFUSALS[v->query.why]);
        return false;
    }
    return refuse_unless(s, can_be_read(a, s, v), REFUSED_NAME_TAKEN);
}

static uint64_t count_variants(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct content_plan *p = ARENA_NEW(a, struct content_plan);
    *plan = p;
    if (!s->knowledge || !s->lexicon || !s->content || !s->stmt || !s->seed->query.ptr)
        return 0;
    struct column_forms f = forms_of(a, s);
    for (uint32_t k = 0; f.read && k < SAMPLINGS; k++) {
        sample_forms(a, s, &f, k, &p->variants[p->count]);
        p->count +=
            !is_known(p, &p->variants[p->count]) && make_query(a, s, &f, &p->variants[p->count]);
    }
    return p->count;
}

/* Describing */

/* How the values of a new column come from those of the old one, in words. */
static struct str describe_mapping(struct arena *a, struct str old, const struct column_mapping *m)
{
    struct buf out = {0};
    switch (m->kind) {
    case MAPPING_PART:
        buf_printf(&out, "part %u of %u of %.*s, which '%.*s' divides%s", m->part + 1, m->n_parts,
                   STR_ARG(old), STR_ARG(m->separator),
                   m->whole ? "; a value of other parts is the last one" : "");
        if (m->last.ptr)
            buf_printf(&out, "; '%.*s' is before the last one", STR_ARG(m->last));
        break;
    case MAPPING_DICTIONARY:
        for (uint32_t i = 0; i < m->n_entries; i++)
            buf_printf(&out, "%s%.*s for %.*s", i > 0 ? ", " : "", STR_ARG(m->entries[i].new),
                       STR_ARG(m->entries[i].old));
        break;
    case MAPPING_FLAG:
        buf_printf(&out, "1 where %.*s = %.*s", STR_ARG(old), STR_ARG(m->value));
        break;
    case MAPPING_DIGITS:
        buf_printf(&out, "%u of the digits of %.*s, before the last %u%s", m->digits, STR_ARG(old),
                   m->after, m->whole ? "; an empty text stays" : "");
        break;
    case MAPPING_LINEAR:
        if (m->offset != 0)
            buf_printf(&out, "%.15g %c ", m->offset, m->factor < 0 ? '-' : '+');
        if (m->factor != 1 && m->factor != -1)
            buf_printf(&out, "%.15g * ", m->factor < 0 ? -m->factor : m->factor);
        buf_put(&out, old);
        break;
    }
    return buf_keep(&out, a);
}

static void describe_column(struct arena *a, struct change *c, const struct schema *s,
                            const struct replacement *r)
{
    json_object_open(&c->json);
    change_put_column(c, "column", s, r->column);
    json_key(&c->json, STR("by"));
    json_object_open(&c->json);
    for (uint32_t i = 0; i < r->n_columns; i++) {
        json_key(&c->json, r->columns[i].name);
        json_put_str(&c->json,
                     describe_mapping(a, s->columns[r->column].name, r->columns[i].mapping));
    }
    json_object_close(&c->json);
    json_object_close(&c->json);
}

static struct str describe_variant(struct arena *a, const struct relation_seed *s,
                                   const struct content_variant *v)
{
    struct change c;
    change_begin(&c);
    json_key(&c.json, STR("replaced"));
    json_array_open(&c.json);
    for (uint32_t i = 0; i < v->n_items; i++)
        describe_column(a, &c, s->schema, v->items[i]);
    json_array_close(&c.json);
    return change_end(&c, a);
}

static bool make_content_variant(struct arena *a, const struct relation_seed *s, const void *plan,
                                 uint64_t i, struct test_case *out)
{
    const struct content_variant *v = &((const struct content_plan *)plan)->variants[i];
    out->migration = migration_replace_columns(a, s->schema, v->items, v->n_items);
    out->query = v->query.text;
    out->claim = v->query.visible ? CLAIM_MAPPED : CLAIM_SAME;
    out->change = describe_variant(a, s, v);
    return true;
}

const struct relation relation_DB_content = {
    .id = "DB-content",
    .name = "content equivalence",
    .family = "dr-spider",
    .text = {.summary = "columns say the same in another form",
             .what = "Columns are replaced by others that say the same in another form.",
             .before = "product (id, title, price)",
             .after = "product (id, title, price_in_cents)",
             .answer = "The answer stays, but for the form of values: the query reads the new "
                       "columns.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_variants,
    .make = make_content_variant,
    .needs_database = true,
    .most = MOST_CASES,
};
