/* json_merge.c: walking two objects. */
#include "base/json_merge.h"

/* Members that the target has: changed, removed, or as they were. */
static void merge_old(struct json_writer *w, struct json_value target, struct json_value patch,
                      struct arena *a)
{
    struct json_reader members = json_reader_of(a, target.raw);
    struct str key;
    for (struct json_value old; json_next(&members, &key, &old);) {
        struct json_value change = json_member(a, patch, key);
        if (change.raw.ptr && change.kind == JSON_KIND_NULL)
            continue;
        json_key(w, key);
        if (change.raw.ptr)
            json_merge(w, old, change, a);
        else
            json_put_raw(w, old.raw);
    }
}

/* Members that only the patch has. Of several with one name the last counts. */
static void merge_new(struct json_writer *w, struct json_value target, struct json_value patch,
                      struct arena *a)
{
    const struct json_value nothing = {JSON_KIND_NULL, {NULL, 0}};
    struct json_reader members = json_reader_of(a, patch.raw);
    struct str key;
    for (struct json_value change; json_next(&members, &key, &change);) {
        bool last = json_member(a, patch, key).raw.ptr == change.raw.ptr;
        if (!last || change.kind == JSON_KIND_NULL || json_member(a, target, key).raw.ptr)
            continue;
        json_key(w, key);
        json_merge(w, nothing, change, a);
    }
}

void json_merge(struct json_writer *w, struct json_value target, struct json_value patch,
                struct arena *a)
{
    if (patch.kind != JSON_KIND_OBJECT) {
        json_put_raw(w, patch.raw);
        return;
    }
    json_object_open(w);
    if (target.kind == JSON_KIND_OBJECT)
        merge_old(w, target, patch, a);
    merge_new(w, target, patch, a);
    json_object_close(w);
}
