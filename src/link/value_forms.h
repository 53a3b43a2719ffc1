/* value_forms.h: a value of a query as a question may say it: 10 as "ten", "USA" as "American". */
#ifndef TEQL_LINK_VALUE_FORMS_H
#define TEQL_LINK_VALUE_FORMS_H

#include "link/link_index.h"
#include "link/query_parts.h"
#include "link/words.h"

/* How a value is said, the surest first. */
enum said_form {
    VALUE_WHOLE,  /* as it is, or in words that mean the same */
    VALUE_PART,   /* some of its words, or the beginning of its word: "math" for "Mathematics" */
    VALUE_BESIDE, /* "more than one" for at least two */
    VALUE_UNSAID
};

struct value_forms {
    const struct link_index *index;
    uint32_t column;  /* or SCHEMA_STAR */
    struct str text;  /* as the query has it */
    struct str *ways; /* plain texts that mean it; the first is its own */
    uint32_t n_ways;
    bool has_number;
    double number;
    double beside; /* the number that means the same with the next operator; or `number` */
};

/* In `a`; `index` must outlive it. */
struct value_forms value_forms_of(struct arena *a, const struct link_index *index,
                                  const struct query_part *p);

/* How the words from `at` say the value; `*end` is the word after them. `a` is for scratch. */
enum said_form value_said(struct arena *a, const struct value_forms *v, const struct words *w,
                          uint32_t at, uint32_t *end);

enum { DATE_FORMS = 3 };

/* A date like 2018-03-17 as questions write it, "March 17, 2018", in `a`. False if `text` is not a
 * date. */
bool date_forms_of(struct arena *a, const struct lexicon *l, struct str text,
                   struct str out[DATE_FORMS]);

#endif
