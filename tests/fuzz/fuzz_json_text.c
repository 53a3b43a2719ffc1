/* fuzz_json_text.c: any bytes, and no bytes at all, written as a JSON string and read back. UTF-8
 * comes back unchanged, and so does a text that was read back before. */
#include "base/json_reader.h"
#include "base/json_writer.h"
#include "base/utf8.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_MAX_BYTES = 1 << 20 };

static struct str through_json(struct arena *a, struct str text)
{
    struct buf out;
    struct json_value value;
    out = (struct buf){0};
    struct json_writer w = json_writer_to(&out);
    json_put_str(&w, text);
    struct json_reader r = json_reader_of(a, arena_str(a, buf_str(&out)));
    assert(!out.overflow && json_whole(&r, &value) && value.kind == JSON_KIND_STRING);
    buf_release(&out);
    return json_text(a, value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str text = {size ? (const char *)data : NULL, size}, once = through_json(&a, text);
    assert(utf8_valid(once) && (!utf8_valid(text) || str_eq(text, once)));
    assert(str_eq(once, through_json(&a, once)));
    arena_release(&a);
    return 0;
}
