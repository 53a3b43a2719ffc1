/* err.c: filling and rendering errors. */
#include "base/err.h"

#include "base/printable.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* One line. */
static void make_printable(char *z)
{
    printable_text(z, strlen(z));
    for (; (z = strchr(z, '\n')); z++)
        *z = '?';
}

static enum status fill_err(struct err *e, enum status code, uint32_t line, uint32_t col,
                            const char *format, va_list args)
{
    e->code = code;
    e->file[0] = '\0';
    e->line = line;
    e->col = col;
    e->shown[0] = '\0';
    vsnprintf(e->msg, sizeof e->msg, format, args);
    make_printable(e->msg);
    return code;
}

enum status err_set(struct err *e, enum status code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill_err(e, code, 0, 0, format, args);
    va_end(args);
    return code;
}

enum status err_at(struct err *e, enum status code, uint32_t line, uint32_t col, const char *format,
                   ...)
{
    va_list args;
    va_start(args, format);
    fill_err(e, code, line, col, format, args);
    va_end(args);
    return code;
}

/* A full disk is not one of these: the user can make room. */
bool err_is_host(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO;
}

/* "-" is not a name that anybody looks for. */
static const char *shown_file(const char *file, const char *doing)
{
    bool reads = strcmp(doing, "read") == 0 || strcmp(doing, "open") == 0;
    return strcmp(file, "-") != 0 ? file : reads ? "standard input" : "standard output";
}

enum status err_io(struct err *e, const char *file, const char *doing)
{
    enum status code = err_is_host(errno) ? E_HOST : E_IO;
    const char *name = strrchr(file, '/');
    if (errno == ENOENT && strcmp(doing, "create") == 0 && name && name > file)
        err_set(e, code, "cannot %s: the folder %.*s is not there", doing, (int)(name - file),
                file);
    else
        err_set(e, code, "cannot %s: %s", doing, strerror(errno));
    return err_in_file(e, shown_file(file, doing));
}

enum status err_in_file(struct err *e, const char *file)
{
    snprintf(e->file, sizeof e->file, "%s", file);
    make_printable(e->file);
    return e->code;
}

void err_show(struct err *e, struct str lines)
{
    snprintf(e->shown, sizeof e->shown, "%.*s", (int)lines.len, lines.ptr);
}

void err_format(const struct err *e, char *out, size_t size)
{
    char place[32] = "";
    if (e->line && e->col)
        snprintf(place, sizeof place, "%u:%u: ", e->line, e->col);
    else if (e->line)
        snprintf(place, sizeof place, "%u: ", e->line);
    snprintf(out, size, "%s%s%s%s", e->file, e->file[0] ? (e->line ? ":" : ": ") : "", place,
             e->msg);
}
