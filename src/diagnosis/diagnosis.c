/* diagnosis.c: read both queries, find what differs, and judge it. */
#include "diagnosis/diagnosis.h"

#include "diagnosis/canon.h"
#include "diagnosis/differ.h"

/* Types */

enum weight { MINOR, DECIDES };

static const struct {
    enum error_type type;
    enum weight weight;
} KINDS[] = {
#define DIFFERENCE(id, name, type, weight) [DIFFERENCE_##id] = {ERROR_##type, weight},
#include "diagnosis/difference.def"
#undef DIFFERENCE
};

/* The type of the kinds of one weight, or ERROR_NONE. */
static enum error_type type_by(difference_set kinds, enum weight weight)
{
    enum error_type type = ERROR_NONE;
    for (int k = 0; k < N_DIFFERENCES; k++) {
        if (!(kinds >> k & 1) || KINDS[k].weight != weight)
            continue;
        if (type != ERROR_NONE && type != KINDS[k].type)
            return ERROR_COMPLEX;
        type = KINDS[k].type;
    }
    return type;
}

static enum error_type error_type_of(difference_set kinds)
{
    enum error_type type = type_by(kinds, DECIDES);
    return type == ERROR_NONE ? type_by(kinds, MINOR) : type;
}

/* Names */

static const char *const TYPES[] = {
#define ERROR_TYPE(id, name) [ERROR_##id] = (name),
#include "diagnosis/error_type.def"
#undef ERROR_TYPE
};

static const char *const CLAUSES[] = {
#define CLAUSE(id, name) [CLAUSE_##id] = (name),
#include "diagnosis/clause.def"
#undef CLAUSE
};

static const char *const DIFFERENCES[] = {
#define DIFFERENCE(id, name, type, weight) [DIFFERENCE_##id] = (name),
#include "diagnosis/difference.def"
#undef DIFFERENCE
};

const struct name_list ERROR_TYPE_NAMES = NAMES_OF(TYPES);
const struct name_list SQL_CLAUSE_NAMES = NAMES_OF(CLAUSES);
const struct name_list DIFFERENCE_NAMES = NAMES_OF(DIFFERENCES);

struct str error_type_name(enum error_type type)
{
    return str_from(TYPES[type]);
}

struct str sql_clause_name(enum sql_clause clause)
{
    return str_from(CLAUSES[clause]);
}

struct str difference_name(enum difference_kind kind)
{
    return str_from(DIFFERENCES[kind]);
}

/* Kinds of the type "others" */

/* How a part of a query came to differ. */
enum difference_way { ADDED = 1, REMOVED = 2, CHANGED = 4, ANY_WAY = ADDED | REMOVED | CHANGED };

static const struct {
    const char *label; /* with its type */
    difference_set differences;
    unsigned ways;
} ERROR_KINDS[] = {
#define ERROR_KIND(id, name, differences, ways)                                                    \
    [ERROR_KIND_##id] = {"others: " name, differences, ways},
#include "diagnosis/error_kind.def"
#undef ERROR_KIND
};

static const char *const KIND_NAMES[] = {
#define ERROR_KIND(id, name, differences, ways) [ERROR_KIND_##id] = (name),
#include "diagnosis/error_kind.def"
#undef ERROR_KIND
};

const struct name_list ERROR_KIND_NAMES = NAMES_OF(KIND_NAMES);

/* All ways in which the two queries differ by one of `kinds`. */
static unsigned ways_of(const struct diagnosis *d, difference_set kinds)
{
    unsigned ways = 0;
    for (uint32_t i = 0; i < d->n_items; i++)
        if (d->items[i].kinds & kinds)
            ways |= d->items[i].before.len == 0  ? ADDED
                    : d->items[i].after.len == 0 ? REMOVED
                                                 : CHANGED;
    return ways;
}

enum error_kind error_kind_of(const struct diagnosis *d)
{
    if (d->type != ERROR_OTHERS)
        return ERROR_KIND_NONE;
    if (d->n_items == 0)
        return ERROR_KIND_NO_DIFFERENCE;
    for (int k = 0; k < N_ERROR_KINDS; k++) {
        unsigned ways = ways_of(d, ERROR_KINDS[k].differences);
        if (ways && !(ways & ~ERROR_KINDS[k].ways))
            return (enum error_kind)k;
    }
    return ERROR_KIND_NONE;
}

struct str error_label(const struct diagnosis *d)
{
    bool named = d->type == ERROR_OTHERS && d->kind != ERROR_KIND_NONE;
    return named ? str_from(ERROR_KINDS[d->kind].label) : error_type_name(d->type);
}

/* What cannot be read */

/* The resolver's message, which is that of SQLite, in our words. */
static struct str unbound_text(struct arena *a, struct str message)
{
    static const struct {
        struct str theirs;
        const char *ours;
    } WORDS[] = {
        {STR_INIT("no such column: "), "unknown column "},
        {STR_INIT("no such table: "), "unknown table "},
        {STR_INIT("no such function: "), "unknown function "},
        {STR_INIT("ambiguous column name: "), "ambiguous column "},
    };
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        if (str_starts(message, WORDS[i].theirs)) {
            struct str name = str_slice(message, WORDS[i].theirs.len, message.len);
            return arena_printf(a, "%s%.*s", WORDS[i].ours, STR_ARG(name));
        }
    return arena_str(a, message);
}

static difference_set fault_kind(enum side_fault fault)
{
    return fault == SIDE_UNPARSABLE ? DIFFERENCE_BIT(UNREADABLE)
           : fault == SIDE_UNBOUND  ? DIFFERENCE_BIT(UNBOUND)
                                    : 0;
}

static struct str fault_text(struct arena *a, enum side_fault fault, const struct err *e)
{
    if (fault == SIDE_READ)
        return STR("");
    return fault == SIDE_UNPARSABLE ? arena_printf(a, "unparsable: %s", e->msg)
                                    : unbound_text(a, str_from(e->msg));
}

/* Diagnosis */

/* The original schema with what the migrations added, if they are known. */
static const struct schema *joint_schema(const struct diagnosis_side *before,
                                         const struct diagnosis_side *after)
{
    if (after->lineage)
        return after->lineage->keys.schema;
    return before->lineage ? before->lineage->keys.schema : before->schema;
}

/* No clause shows the difference, for example if copies of a table that is joined to itself change
 * places. */
static void report_structure(struct differ *d)
{
    d->clause = CLAUSE_QUERY;
    differ_report_text(d, DIFFERENCE_BIT(STRUCTURE), differ_tidy(d->arena, d->sql[BEFORE]),
                       differ_tidy(d->arena, d->sql[AFTER]));
}

static void diagnose_trees(struct differ *d, struct side_terms *x, struct side_terms *y)
{
    if (!term_match(d->arena, &x->tree, &y->tree)) {
        differ_colour(&x->tree);
        differ_colour(&y->tree);
        differ_query(d, x->tree.root, y->tree.root);
        if (d->kinds == 0 && !d->moved)
            report_structure(d);
    }
    if (d->kinds == 0)
        differ_star(d, x, y);
}

void diagnose(struct arena *a, const struct diagnosis_side *before,
              const struct diagnosis_side *after, struct diagnosis *out)
{
    struct side_terms terms[N_SIDES];
    struct err errors[N_SIDES];
    struct differ d = {.arena = a,
                       .schema = joint_schema(before, after),
                       .sql = {before->sql, after->sql},
                       .out = out};
    *out = (struct diagnosis){0};
    enum side_fault p = side_terms(a, before, CANON_BY_ORIGIN, &terms[BEFORE], &errors[BEFORE]);
    enum side_fault q = side_terms(a, after, CANON_BY_ORIGIN, &terms[AFTER], &errors[AFTER]);
    if (p == SIDE_READ && q == SIDE_READ)
        diagnose_trees(&d, &terms[BEFORE], &terms[AFTER]);
    else if (!str_eq_nocase(str_trim(before->sql), str_trim(after->sql)) || p != q)
        differ_report_text(&d, fault_kind(p) | fault_kind(q), fault_text(a, p, &errors[BEFORE]),
                           fault_text(a, q, &errors[AFTER]));
    out->type = error_type_of(d.kinds);
    out->kind = error_kind_of(out);
}
