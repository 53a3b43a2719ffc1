/* html_page.c: writing the page, whole or not at all. */
#include "cli/html_page.h"

/* In single quotes where a shell would read more into it. */
static struct str quoted(struct arena *a, const char *path)
{
    struct str s = str_from(path);
    bool plain = s.len > 0;
    for (size_t i = 0; i < s.len && plain; i++)
        plain = ascii_digit(path[i]) ||
                (ascii_lower(path[i]) >= 'a' && ascii_lower(path[i]) <= 'z') ||
                strchr("/._-+=,@", path[i]);
    if (plain || str_find(s, STR("'"), 0) < s.len) /* with a quote in it, let people see to it */
        return s;
    return arena_printf(a, "'%s'", path);
}

const char *explain_command(struct arena *a, const char *scores_path)
{
    return arena_printf(a, "teql explain --scores %.*s", STR_ARG(quoted(a, scores_path))).ptr;
}

enum status html_page_write(const struct html_source *s, const char *scores_path, const char *out,
                            struct err *e)
{
    struct arena a = {0};
    struct html_source source = *s;
    source.command = explain_command(&a, scores_path);
    struct out_file f;
    enum status status = out_file_open(&f, out, e);
    if (status == OK) {
        status = html_report(&source, &f, e);
        if (status == OK)
            status = out_file_commit(&f, e);
        out_file_discard(&f);
    }
    arena_release(&a);
    return status;
}

enum status comparison_page_write(const struct comparison_source *s, const char *out, struct err *e)
{
    struct out_file f;
    enum status status = out_file_open(&f, out, e);
    if (status)
        return status;
    status = comparison_html(s, &f, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}
