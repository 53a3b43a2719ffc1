/* review_page.h: a case as styled lines of a given width.
 *
 * All texts are made printable, so lines can be shown as they are. */
#ifndef TEQL_REVIEW_REVIEW_PAGE_H
#define TEQL_REVIEW_REVIEW_PAGE_H

#include "suite/reviews.h"

enum page_style {
    STYLE_PLAIN,
    STYLE_LABEL,
    STYLE_REMOVED, /* words that the other text does not have */
    STYLE_ADDED,
    STYLE_BAR, /* the lines above and below the page */
    PAGE_STYLES
};

struct page_piece {
    struct str text;
    enum page_style style;
};

/* Pieces from left to right. */
struct page_line {
    struct page_piece *pieces;
    uint32_t count;
};

struct review_page {
    struct page_line *lines;
    uint32_t count;
    uint32_t width; /* columns of a line at most */
};

/* Add a label, and the pieces beside it, on as many lines as they need, broken between words. A
 * newline ends a line. The page is in `a`, and so must the texts be. */
void review_page_put(struct arena *a, struct review_page *p, const char *label,
                     const struct page_piece *pieces, uint32_t n);

/* The same for one plain text, which need not be printable; a very long one is cut, with "…". */
void review_page_text(struct arena *a, struct review_page *p, const char *label, struct str text);

/* As much of a printable text as fits on `width` columns, with "…" if it is cut. */
struct str review_page_cut(struct arena *a, struct str text, uint32_t width);

/* The case at `place`: the questions of seed and case, with the words marked that changed, both
 * queries, the schema, the claim and its proof. */
void review_page_fill(struct arena *a, struct review_page *p, struct suite *s,
                      const struct reviews *reviews, uint32_t place);

#endif
