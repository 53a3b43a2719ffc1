/* protocol.c: requests out, replies in. */
#include "system/protocol.h"

#include "base/json_writer.h"
#include "system/reply_json.h"

void protocol_put_request(struct buf *out, const struct ask_request *r, const char *database)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key_str(&w, "id", r->id);
    json_key_str(&w, "db_id", r->db_id);
    json_key_str(&w, "question", r->question);
    json_key(&w, STR("evidence"));
    if (r->evidence.ptr)
        json_put_str(&w, r->evidence);
    else
        json_put_null(&w);
    json_key(&w, STR("schema"));
    json_put_raw(&w, r->schema_json);
    json_key(&w, STR("database"));
    if (database)
        json_put_str(&w, str_from(database));
    else
        json_put_null(&w);
    json_object_close(&w);
    json_line_end(&w);
}

enum protocol_line protocol_read(struct str line, struct arena *a, struct answer *out)
{
    *out = (struct answer){0};
    line = str_trim(line);
    if (line.len == 0 || line.ptr[0] != '{')
        return PROTOCOL_JUNK;
    struct json_value object;
    if (!reply_json_read(line, a, &object))
        return PROTOCOL_BROKEN;
    out->id = json_text_copy(a, json_member(a, object, STR("id")));
    if (!out->id.ptr)
        return PROTOCOL_JUNK;
    out->error = json_any_text(a, json_member(a, object, STR("error")));
    if (!out->error.ptr) {
        out->sql = json_text_copy(a, json_member(a, object, STR("sql")));
        if (!out->sql.ptr)
            out->error = STR("the reply has no SQL");
    }
    return PROTOCOL_REPLY;
}
