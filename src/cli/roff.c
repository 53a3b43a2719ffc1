/* roff.c: escaping. */
#include "cli/roff.h"

#include "base/utf8.h"

/* What has a meaning, or another look, in roff. */
static const char *escape_of(char c)
{
    switch (c) {
    case '\\':
        return "\\e";
    case '-':
        return "\\-";
    case '\'':
        return "\\(aq";
    case '"':
        return "\\(dq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return NULL;
    }
}

static void put_ascii(FILE *out, char c, bool at_start)
{
    const char *escape = escape_of(c);
    if (escape)
        fputs(escape, out);
    else if (c == '.' && at_start)
        fputs("\\&.", out);
    else
        putc(c == '\n' || (c >= ' ' && c < 0x7f) ? c : ' ', out);
}

void roff_text(FILE *out, struct str text)
{
    size_t len;
    for (size_t at = 0; at < text.len; at += len) {
        uint32_t code = utf8_code_point(text, at, &len);
        if (code < 0x80)
            put_ascii(out, text.ptr[at], at == 0 || text.ptr[at - 1] == '\n');
        else
            fprintf(out, "\\[u%04X]", (unsigned)code);
    }
}
