/* number_form.h: writing a number in digits or in words. Inside rewording/. */
#ifndef TEQL_REWORDING_NUMBER_FORM_H
#define TEQL_REWORDING_NUMBER_FORM_H

#include "lexicon/lexicon.h"

enum number_form {
    NUMBER_IN_DIGITS,    /* 3000 */
    NUMBER_WITH_COMMAS,  /* 3,000; below a thousand none are needed */
    NUMBER_IN_WORDS,     /* three thousand */
    NUMBER_IN_THOUSANDS, /* 300 thousand, 2 million */
    NUMBER_WITH_K,       /* 300K */
    N_NUMBER_FORMS
};

/* The whole number `n` in that form; ptr NULL where nobody would write it so. In `a`. */
struct str number_write(struct arena *a, const struct lexicon *l, uint64_t n,
                        enum number_form form);

#endif
