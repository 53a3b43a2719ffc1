/* template.h: text with placeholders in braces: "How many {things}?"; {{ and }} are the braces
 * themselves. A single } needs no doubling. */
#ifndef TEQL_BASE_TEMPLATE_H
#define TEQL_BASE_TEMPLATE_H

#include "base/buf.h"
#include "base/err.h"

/* What may be in a template: "{question}", … */
struct template_names {
    const struct str *items;
    uint32_t count;
};

/* What a placeholder is, besides one of the names: these follow the last of them. */
enum { TEMPLATE_OPEN, TEMPLATE_CLOSE, TEMPLATE_UNKNOWN };

/* A piece of a template: text, then a placeholder. */
struct template_piece {
    struct str text;
    uint32_t what; /* the number of a name; or their count + TEMPLATE_… */
    bool end;      /* nothing follows the text */
};

/* The piece at *at, which moves past it. */
struct template_piece template_next(const struct template_names *n, struct str text, size_t *at);

/* The line, from 1, of the byte at `at`. */
uint32_t template_line(struct str text, size_t at);

/* Is each brace a placeholder, and each name there? E_SYNTAX with the line, or E_INPUT. */
MUST_USE enum status template_check(const struct template_names *n, struct str text, struct err *e);

/* Append the template, which was checked, with a value for each name. */
void template_fill(const struct template_names *n, struct str text, const struct str *values,
                   struct buf *out);

#endif
