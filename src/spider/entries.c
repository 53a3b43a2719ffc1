/* entries.c: objects of dev.json. */
#include "spider/entries.h"

#include "base/json_writer.h"
#include "spider/toks.h"

static void put_words(struct json_writer *w, struct str key, struct word_list words)
{
    json_key(w, key);
    json_array_open(w);
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
    json_key(w, STR("db_id"));
    json_put_str(w, x->schema->db_id);
    json_key(w, STR("query"));
    json_put_str(w, x->query);
    put_words(w, STR("query_toks"), spider_query_toks(a, x->query));
    put_words(w, STR("query_toks_no_value"), spider_query_toks_no_value(a, x->query));
    json_key(w, STR("question"));
    json_put_str(w, x->question);
    put_words(w, STR("question_toks"), spider_question_toks(a, x->question));
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
