/* provider.c: reading the table. */
#include "system/provider.h"

#include "base/embedded.h"

#include <assert.h>

extern const struct embedded_file SYSTEM_FILES[]; /* the second: data/servers/providers.tsv */

/* The next column; "-" stands for nothing. */
static struct str next_column(struct str *line)
{
    struct str text = line->ptr ? str_split(line, '\t') : STR("");
    return str_eq(text, STR("-")) ? STR("") : text;
}

static struct provider read_line(struct str line)
{
    struct provider p;
    p.name = next_column(&line);
    p.address = line.ptr ? str_split(&line, '\t') : STR("");
    p.root = next_column(&line);
    p.query = next_column(&line);
    p.dialect = chat_dialect_named(next_column(&line));
    p.key = next_column(&line);
    p.header = next_column(&line);
    p.limit = next_column(&line);
    p.body = next_column(&line);
    assert(p.dialect < N_CHAT_DIALECTS);
    return p;
}

/* The next line that is no comment; false at the end. */
static bool next_line(struct str *rest, struct provider *out)
{
    while (rest->ptr) {
        struct str line = str_split(rest, '\n');
        if (line.len > 0 && line.ptr[0] != '#') {
            *out = read_line(line);
            return true;
        }
    }
    return false;
}

static bool fits_address(const struct provider *p, struct str path)
{
    if (str_eq(p->address, STR("-")))
        return path.len == 0;
    return str_eq(p->address, STR("*")) || str_ends(path, p->address);
}

void provider_names(struct buf *out)
{
    struct str rest = embedded_text(&SYSTEM_FILES[1]), last = STR("");
    for (struct provider p; next_line(&rest, &p); last = p.name)
        if (!str_eq(p.name, last)) {
            buf_put(out, out->len ? STR("|") : STR(""));
            buf_put(out, p.name);
        }
}

enum status provider_find(const char *name, struct str path, struct provider *out, struct err *e)
{
    struct str rest = embedded_text(&SYSTEM_FILES[1]), wanted = str_from(name ? name : "");
    while (next_line(&rest, out))
        if (str_eq(out->name, wanted) && fits_address(out, path))
            return OK;
    struct buf names = {0};
    provider_names(&names);
    err_set(e, E_USAGE, "--provider takes %.*s, not '%s'", STR_ARG(buf_str(&names)), name);
    buf_release(&names);
    return E_USAGE;
}
