/* reply_synonyms.c: finds a JSON array anywhere in a reply. */
#include "model/reply_synonyms.h"

#include "base/json_reader.h"
#include "system/reply_json.h"
#include "system/reply_sql.h"

/* The end of the array that begins at `open`, after its bracket; text.len + 1 if it has no end.
 * Only brackets outside of strings count. It may not be JSON. */
static size_t array_end(struct str text, size_t open)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t at = open; at < text.len; at++) {
        char c = text.ptr[at];
        if (quoted && c == '\\')
            at++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == '[')
            depth++;
        else if (!quoted && c == ']' && --depth == 0)
            return at + 1;
    }
    return text.len + 1;
}

/* Is it an array of texts, or an empty one? */
static bool is_list(struct arena *a, struct json_value array)
{
    struct json_reader json = json_reader_of(a, array.raw);
    for (struct json_value item; json_next_item(&json, &item);)
        if (item.kind != JSON_KIND_STRING)
            return false;
    return true;
}

/* The first array of texts in the reply. Each bracket is tried, since prose has some too. */
static bool find_list(struct arena *a, struct str reply, struct json_value *out)
{
    enum { TRIES_MAX = 64 };
    int tries = 0;
    for (size_t at = str_find(reply, STR("["), 0); at < reply.len && tries < TRIES_MAX;
         at = str_find(reply, STR("["), at + 1), tries++) {
        size_t end = array_end(reply, at);
        if (end <= reply.len && reply_json_read(str_slice(reply, at, end), a, out) &&
            out->kind == JSON_KIND_ARRAY && is_list(a, *out))
            return true;
    }
    return false;
}

/* Small letters with single blanks between words; ptr NULL if it is anything else. */
static struct str plain_words(struct arena *a, struct str text)
{
    char *out = arena_alloc(a, SYNONYM_MAX_BYTES + 1);
    size_t n = 0, words = 1;
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        char c = ascii_lower(text.ptr[i]);
        if (c == ' ' && out[n - 1] == ' ') /* it does not begin with one */
            continue;
        words += c == ' ';
        if ((c != ' ' && (c < 'a' || c > 'z')) || n == SYNONYM_MAX_BYTES ||
            words > SYNONYM_MAX_WORDS)
            return STR_NONE;
        out[n++] = c;
    }
    out[n] = '\0';
    return n ? (struct str){out, n} : STR_NONE;
}

bool synonyms_read(struct arena *a, struct str reply, struct spoken_list *out)
{
    struct json_value list;
    *out = (struct spoken_list){NULL, 0};
    if (!find_list(a, reply_after_thought(reply), &list))
        return false;
    struct str *items = ARENA_ARRAY(a, struct str, SYNONYMS_MAX);
    uint32_t looked_at = 0, n = 0;
    struct json_reader json = json_reader_of(a, list.raw);
    for (struct json_value item; looked_at < SYNONYMS_MAX && json_next_item(&json, &item);
         looked_at++) {
        struct str words = plain_words(a, json_text(a, item));
        if (words.ptr && !str_in(words, items, n))
            items[n++] = words;
    }
    *out = (struct spoken_list){items, n};
    return true;
}
