/* exact_match.h: Spider's exact set match, verdict for verdict.
 *
 * Two forms match if each of ten components is equal as a set and the tables of FROM are the same.
 * Whatever the official scripts ignore (join conditions, values, DISTINCT, …) is ignored here;
 * strict match (diagnosis/) does not ignore it. All functions are thread-safe. */
#ifndef TEQL_SPIDER_EXACT_MATCH_H
#define TEQL_SPIDER_EXACT_MATCH_H

#include "spider/form.h"

enum component {
#define C(name, label) COMPONENT_##name,
#include "spider/component.def"
#undef C
    N_COMPONENTS
};

/* How one component compares. Accuracy, recall and F1 of a single pair are the same number. */
struct component_score {
    bool equal;
    uint32_t label_total, pred_total; /* elements in the gold and in the prediction */
};

struct exact_verdict {
    bool exact;
    struct component_score components[N_COMPONENTS];
};

/* What the comparison uses of a schema, made once per schema. */
struct exact_keys {
    const struct schema *schema;
    uint32_t *merged; /* column → the column that stands for its foreign-key class, or itself */
    uint32_t *name;   /* column → the first column of the same name, whatever its table */
};

void exact_keys_init(struct arena *a, const struct schema *s, struct exact_keys *out);

/* The label of a component in tables and files. */
struct str component_label(enum component c);

/* Compare; an unreadable prediction is an all-zero form. */
void exact_match(const struct exact_keys *keys, const struct spider_form *pred,
                 const struct spider_form *gold, struct exact_verdict *out);

/* The column that stands for `column` in a query with the tables of `outermost`. */
uint32_t exact_column(const struct exact_keys *keys, const struct spider_form *outermost,
                      uint32_t column);

/* Can the official scripts compare this form at all? They fail if a connective is in the place
 * of a comparison, as after two comparisons side by side. */
bool exact_comparable(const struct spider_form *f);

#endif
