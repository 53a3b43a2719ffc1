/* reply_json.c: a careful way into the JSON of others. */
#include "system/reply_json.h"

#include "base/buf.h"
#include "base/utf8.h"

/* `text` with U+FFFD in place of each byte that is not UTF-8. */
static struct str replace_invalid(struct str text, struct arena *a)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.len;) {
        size_t n = utf8_length(text, i);
        buf_put(&out, n ? str_slice(text, i, i + n) : STR("\xEF\xBF\xBD"));
        i += n ? n : 1;
    }
    return buf_keep(&out, a);
}

bool reply_json_read(struct str text, struct arena *a, struct json_value *out)
{
    if (!utf8_valid(text))
        text = replace_invalid(text, a);
    struct json_reader json = json_reader_of(a, text);
    bool good = json_whole(&json, out);
    if (!good)
        *out = (struct json_value){0};
    return good;
}
