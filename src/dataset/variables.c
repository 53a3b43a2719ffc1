/* variables.c: word after word, each looked up among the variables. */
#include "dataset/variables.h"

enum { VARIABLES_MAX = 200 };

static struct sentence_variable *find_variable(const struct sentence_variables *v, struct str name)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (str_eq(v->items[i].name, name))
            return &v->items[i];
    return NULL;
}

static void add_variable(struct arena *a, struct sentence_variables *v, struct str name,
                         struct str value)
{
    struct sentence_variable *known = find_variable(v, name);
    if (known && known->value.len == 0)
        known->value = value;
    if (known || v->count == VARIABLES_MAX || name.len == 0)
        return;
    ARENA_PUSH(a, v->items, v->count);
    v->items[v->count++] = (struct sentence_variable){name, value};
}

struct sentence_variables variables_of(struct arena *a, struct json_value own,
                                       struct json_value examples)
{
    static const struct str NAMES[] = {STR_INIT("name"), STR_INIT("example")};
    struct sentence_variables out = {0};
    struct json_reader json = json_reader_of(a, own.raw);
    struct json_value value, parts[2];
    for (struct str name; own.kind == JSON_KIND_OBJECT && json_next(&json, &name, &value);)
        add_variable(a, &out, name, json_any_text(a, value));
    json = json_reader_of(a, examples.raw);
    while (examples.kind == JSON_KIND_ARRAY && json_next_item(&json, &value)) {
        struct json_reader one = json_reader_of(a, value.raw);
        if (value.kind != JSON_KIND_OBJECT)
            continue;
        json_members(&one, NAMES, 2, parts);
        add_variable(a, &out, json_text(a, parts[0]), json_any_text(a, parts[1]));
    }
    return out;
}

/* `quote` is the one that the value comes to stand between; 0 for none. */
static void put_value(struct buf *out, struct str value, char quote)
{
    for (size_t i = 0; i < value.len; i++) {
        if (quote && value.ptr[i] == quote)
            buf_putc(out, quote);
        buf_putc(out, value.ptr[i]);
    }
}

static void fill(const struct sentence_variables *v, struct str text, bool quotes, struct buf *out)
{
    char quote = 0;
    for (size_t at = 0, end; at < text.len; at = end) {
        char c = text.ptr[at];
        for (end = at; end < text.len && ascii_word(text.ptr[end]);)
            end++;
        struct str word = str_slice(text, at, end);
        const struct sentence_variable *known = word.len ? find_variable(v, word) : NULL;
        if (known) {
            put_value(out, known->value, quote);
            continue;
        }
        if (word.len == 0) {
            word = str_slice(text, at, ++end);
            if (quotes && (quote ? c == quote : c == '\'' || c == '"'))
                quote = quote ? 0 : c;
        }
        buf_put(out, word);
    }
}

void variables_fill_text(const struct sentence_variables *v, struct str text, struct buf *out)
{
    fill(v, text, false, out);
}

void variables_fill_sql(const struct sentence_variables *v, struct str sql, struct buf *out)
{
    fill(v, sql, true, out);
}
