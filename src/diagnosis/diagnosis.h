/* diagnosis.h: the differences of two queries, and the type of mistake that they are.
 *
 * The queries are compared as strict_match.h reads them, clause by clause: what is equal there is
 * equal here. Columns that a migration only moved or renamed are the same. The types are those of
 * MT-TEQL (VLDB 2022), Table 8. docs/reference/diagnosis.md has the rules. */
#ifndef TEQL_DIAGNOSIS_DIAGNOSIS_H
#define TEQL_DIAGNOSIS_DIAGNOSIS_H

#include "base/record.h"
#include "diagnosis/lineage.h"

enum error_type {
#define ERROR_TYPE(id, name) ERROR_##id,
#include "diagnosis/error_type.def"
#undef ERROR_TYPE
    N_ERROR_TYPES
};

/* What differs, if the type is ERROR_OTHERS. */
enum error_kind {
#define ERROR_KIND(id, name, differences, ways) ERROR_KIND_##id,
#include "diagnosis/error_kind.def"
#undef ERROR_KIND
    N_ERROR_KINDS
};

enum sql_clause {
#define CLAUSE(id, name) CLAUSE_##id,
#include "diagnosis/clause.def"
#undef CLAUSE
    N_CLAUSES
};

enum difference_kind {
#define DIFFERENCE(id, name, type, weight) DIFFERENCE_##id,
#include "diagnosis/difference.def"
#undef DIFFERENCE
    N_DIFFERENCES
};

/* Bit number `k` is kind `k`. */
typedef uint32_t difference_set;
#define DIFFERENCE_BIT(id)    ((difference_set)1 << DIFFERENCE_##id)
#define DIFFERENCES_OF_FAULTS (DIFFERENCE_BIT(UNREADABLE) | DIFFERENCE_BIT(UNBOUND))

enum {
    DIAGNOSIS_MAX_ITEMS = 200, /* more are counted, not listed */
    DIAGNOSIS_MAX_TEXT = 1000  /* bytes; a longer text ends in … */
};

struct difference {
    enum sql_clause clause;
    uint32_t depth;       /* of the query the clause belongs to: 0 is the outermost */
    struct str path;      /* to that query, e.g. "WHERE > FROM"; empty for the outermost */
    difference_set kinds; /* how the two texts differ; never empty */
    struct str before,
        after; /* as written, but for white space; one may be empty: then the other was
                  removed or added. For a query that cannot be read, the reason */
};

struct diagnosis {
    enum error_type type;
    enum error_kind kind;     /* ERROR_KIND_NONE unless the type is ERROR_OTHERS */
    struct difference *items; /* by clause; those of a nested query after those of its clause */
    uint32_t n_items;
    uint32_t n_more; /* beyond DIAGNOSIS_MAX_ITEMS */
};

/* Compare. Never fails: a query that does not parse or bind is a difference of type others, unless
 * both are unreadable and written alike. The type is ERROR_NONE, without items, if the two say the
 * same. In `a`. Time and memory are bounded as those of strict_match(), and a diagnosis has at most
 * a few hundred kilobytes of text. Thread-safe. */
void diagnose(struct arena *a, const struct diagnosis_side *before,
              const struct diagnosis_side *after, struct diagnosis *out);

/* The kind that follows from the type and the differences of `d`; its `kind` is ignored. */
enum error_kind error_kind_of(const struct diagnosis *d);

/* The type, and the kind if it has one: "column prediction", "others: wrong table". */
struct str error_label(const struct diagnosis *d);

/* Names for people and files: "table joining", "GROUP BY", "joined table". */
struct str error_type_name(enum error_type type);
struct str sql_clause_name(enum sql_clause clause);
struct str difference_name(enum difference_kind kind);
extern const struct name_list ERROR_TYPE_NAMES, ERROR_KIND_NAMES, SQL_CLAUSE_NAMES,
    DIFFERENCE_NAMES;

#endif
