/* page_file.h: a page put together of its skeleton, style, data and script.
 *
 * The parts are files beside this one. A page names its skeleton and the parts of its script; the
 * style is the same for all pages. */
#ifndef TEQL_REPORT_HTML_PAGE_FILE_H
#define TEQL_REPORT_HTML_PAGE_FILE_H

#include "base/buf.h"
#include "base/file.h"

struct page_file {
    struct str skeleton;     /* its name */
    const struct str *parts; /* of the script, in the order in which they need each other */
    size_t n_parts;
    struct str title;    /* of what the page is about; text, not HTML */
    struct str sentence; /* for those who have no JavaScript; likewise */
    struct str data;     /* JSON */
};

/* Write the page to `f`, which stays the caller's to commit. The same page gives the same bytes. */
MUST_USE enum status page_file_write(const struct page_file *p, struct out_file *f, struct err *e);

enum { PAGE_DATA_MAX = 1 << 30 }; /* bytes of JSON */

#endif
