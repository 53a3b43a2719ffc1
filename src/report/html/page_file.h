/* page_file.h: a page assembled from skeleton, style, data and script.
 *
 * These are files beside this one. A page names its skeleton and the files of its script; the style
 * is the same for all pages. */
#ifndef TEQL_REPORT_HTML_PAGE_FILE_H
#define TEQL_REPORT_HTML_PAGE_FILE_H

#include "base/buf.h"
#include "base/file.h"

struct page_file {
    struct str skeleton; /* its name */
    const struct str
        *parts; /* files of the script; each may use the constants of those before it */
    size_t n_parts;
    struct str title;    /* text, not HTML */
    struct str sentence; /* shown without JavaScript; text too */
    struct str data;     /* JSON */
};

/* Write the page to `f`, which the caller commits. The same page gives the same bytes. */
MUST_USE enum status page_file_write(const struct page_file *p, struct out_file *f, struct err *e);

enum { PAGE_DATA_MAX = 1 << 30 }; /* bytes of JSON */

#endif
