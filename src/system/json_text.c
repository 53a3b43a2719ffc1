/* json_text.c: a careful way into jansson. */
#include "system/json_text.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <stdlib.h>

/* `text` with U+FFFD in place of each byte that is not UTF-8. */
static struct str replace_invalid(struct str text, struct arena *a)
{
    struct buf out;
    buf_init(&out, 3 * text.len + 1);
    for (size_t i = 0; i < text.len;) {
        size_t n = utf8_length(text, i);
        buf_put(&out, n ? str_slice(text, i, i + n) : STR("\xEF\xBF\xBD"));
        i += n ? n : 1;
    }
    struct str copy = arena_str(a, buf_str(&out));
    buf_release(&out);
    return copy;
}

json_t *json_text_load(struct str text, struct arena *a)
{
    if (!utf8_valid(text))
        text = replace_invalid(text, a);
    return json_loadb(text.ptr, text.len, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
}

struct str json_text_member(const json_t *object, const char *key, struct arena *a)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        return (struct str){NULL, 0};
    return arena_str(a, (struct str){json_string_value(value), json_string_length(value)});
}

struct str json_text_any_member(const json_t *object, const char *key, struct arena *a)
{
    const json_t *value = json_object_get(object, key);
    if (json_is_string(value) || !value || json_is_null(value))
        return json_text_member(object, key, a);
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    struct str copy = arena_str(a, text ? str_from(text) : STR("?"));
    free(text);
    return copy;
}
