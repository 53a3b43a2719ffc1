/* change.c: a JSON object in a buffer. */
#include "migration/change.h"

void change_begin(struct change *c)
{
    c->text = (struct buf){0};
    c->json = json_writer_to(&c->text);
    json_object_open(&c->json);
}

struct str change_end(struct change *c, struct arena *a)
{
    json_object_close(&c->json);
    return buf_keep(&c->text, a);
}

void change_put(struct change *c, const char *key, struct str value)
{
    json_key_str(&c->json, key, value);
}

void change_put_column(struct change *c, const char *key, const struct schema *s, uint32_t column)
{
    change_put_columns(c, key, s, &column, 1);
}

void change_put_columns(struct change *c, const char *key, const struct schema *s,
                        const uint32_t *columns, uint32_t n)
{
    struct arena scratch = {0};
    json_key(&c->json, str_from(key));
    if (n != 1)
        json_array_open(&c->json);
    for (uint32_t i = 0; i < n; i++)
        json_put_str(&c->json, schema_column_path(&scratch, s, columns[i]));
    if (n != 1)
        json_array_close(&c->json);
    arena_release(&scratch);
}
