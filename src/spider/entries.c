/* entries.c: objects of dev.json. */
#include "spider/entries.h"

#include "base/json_writer.h"
#include "spider/tokens.h"

static struct str in_double_quotes(struct arena *a, struct str quoted)
{
    char *copy = arena_alloc(a, quoted.len);
    memcpy(copy, quoted.ptr, quoted.len);
    copy[0] = copy[quoted.len - 1] = '"';
    return (struct str){copy, quoted.len};
}

struct word_list spider_query_toks(struct arena *a, struct str query)
{
    struct word_list words = {0};
    struct spider_tokens tokens;
    if (str_any(query, ascii_capital) || !spider_tokenize(a, query, &tokens))
        return treebank_words(a, query);
    for (uint32_t i = 0; i < tokens.count; i++) {
        const struct spider_token *t = &tokens.items[i];
        word_list_add(a, &words, t->word == SPIDER_QUOTED ? in_double_quotes(a, t->text) : t->text);
    }
    return words;
}

static bool small_word_byte(char c)
{
    return (c & 0x80) || ascii_small(c) || ascii_digit(c) || c == '_';
}

static size_t digits_end(struct str t, size_t at)
{
    while (at < t.len && ascii_digit(t.ptr[at]))
        at++;
    return at;
}

/* Where the number at `at` ends; `at` if there is none, or if it begins a name. */
static size_t number_end(struct str t, size_t at)
{
    size_t end = digits_end(t, at);
    if (end > at && end + 1 < t.len && t.ptr[end] == '.')
        end = digits_end(t, end + 1);
    return end < t.len && small_word_byte(t.ptr[end]) ? at : end;
}

/* Where the quoted text at `at` ends, doubled quotes included; `at` if it does not end. */
static size_t quoted_end(struct str t, size_t at)
{
    char quote = t.ptr[at];
    if (quote != '"' && quote != '\'')
        return at;
    for (size_t i = at + 1; i < t.len; i++)
        if (t.ptr[i] == quote && (i + 1 == t.len || t.ptr[i + 1] != quote))
            return i + 1;
        else if (t.ptr[i] == quote)
            i++;
    return at;
}

static size_t name_end(struct str t, size_t at)
{
    size_t end = at;
    while (end < t.len && small_word_byte(t.ptr[end]))
        end++;
    return end > at ? end : at + 1;
}

struct word_list spider_query_toks_no_value(struct arena *a, struct str query)
{
    struct word_list words = {0};
    struct str t = arena_str_lower(a, str_trim(query));
    for (size_t at = 0; at < t.len;) {
        size_t end = quoted_end(t, at);
        end = end > at ? end : number_end(t, at);
        bool value = end > at;
        end = value ? end : name_end(t, at);
        if (!ascii_space(t.ptr[at]))
            word_list_add(a, &words, value ? STR("value") : str_slice(t, at, end));
        at = end;
    }
    if (words.count && str_eq(words.items[words.count - 1], STR(";")))
        words.count--;
    return words;
}

static void put_words(struct json_writer *w, const char *key, struct word_list words)
{
    json_key_array(w, key);
    for (uint32_t i = 0; i < words.count; i++)
        json_put_str(w, words.items[i]);
    json_array_close(w);
}

bool spider_entry_read(struct arena *a, const struct schema *s, struct str question,
                       struct str query, struct spider_entry *out)
{
    struct err e;
    *out = (struct spider_entry){.schema = s, .question = question, .query = query};
    return query.ptr && spider_form_read(a, s, SPIDER_RULE_SPIDER, query, &out->form, &e) == OK;
}

void spider_entry_put(struct json_writer *w, struct arena *a, const struct spider_entry *x)
{
    json_key_str(w, "db_id", x->schema->db_id);
    json_key_str(w, "query", x->query);
    put_words(w, "query_toks", spider_query_toks(a, x->query));
    put_words(w, "query_toks_no_value", spider_query_toks_no_value(a, x->query));
    json_key_str(w, "question", x->question);
    put_words(w, "question_toks", treebank_words(a, x->question));
    json_key(w, STR("sql"));
    spider_form_json(w, &x->form);
}

void spider_entries_add(struct spider_entries *entries, struct arena *a, const struct schema *s,
                        struct str question, struct str query)
{
    struct spider_entry x;
    if (!spider_entry_read(a, s, question, query, &x)) {
        entries->left_out++;
        return;
    }
    if (entries->count++)
        buf_put(&entries->text, STR(",\n"));
    struct json_writer w = json_writer_to(&entries->text);
    json_object_open(&w);
    spider_entry_put(&w, a, &x);
    json_object_close(&w);
}
