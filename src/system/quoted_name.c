/* quoted_name.c: double quotes where they are needed. */
#include "system/quoted_name.h"

static bool is_plain(struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = ascii_lower(name.ptr[i]);
        if (!(c >= 'a' && c <= 'z') && c != '_' && !(i > 0 && ascii_digit(c)))
            return false;
    }
    return name.len > 0;
}

void quoted_name_put(struct buf *out, struct str name)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '"')
            buf_putc(out, '"');
        buf_putc(out, name.ptr[i]);
    }
    buf_putc(out, '"');
}

void quoted_name_put_if_needed(struct buf *out, struct str name)
{
    if (is_plain(name))
        buf_put(out, name);
    else
        quoted_name_put(out, name);
}
