/* recipe.c: names and values, one after another. */
#include "base/recipe.h"

#include "base/mapped_file.h"
#include "base/memory.h"
#include "base/path.h"

#include <assert.h>
#include <stdio.h>

/* Of a file: how much is in memory at a time, and in all. */
#define PIECE_BYTES ((size_t)1 << 20)
#define FILE_BYTES  SIZE_AT_MOST(UINT64_C(1) << 40)

void recipe_begin(struct recipe *r, const char *what)
{
    digest_begin(&r->digester);
    digest_add(&r->digester, str_from(what));
}

void recipe_add(struct recipe *r, const char *name, struct str value)
{
    if (!value.ptr)
        return;
    digest_add(&r->digester, str_from(name));
    digest_add(&r->digester, value);
}

void recipe_add_number(struct recipe *r, const char *name, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    recipe_add(r, name, str_from(text));
}

void recipe_add_real(struct recipe *r, const char *name, double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", x);
    recipe_add(r, name, str_from(text));
}

enum status recipe_add_file(struct recipe *r, const char *name, const char *path, struct err *e)
{
    struct path_info file;
    char text[100];
    if (!path)
        return OK;
    TRY(path_look(path, &file, e));
    recipe_add(r, name, str_from(path));
    if (file.kind != PATH_ABSENT) {
        snprintf(text, sizeof text, "%llu %lld %ld", (unsigned long long)file.size,
                 (long long)file.written.tv_sec, file.written.tv_nsec);
        recipe_add(r, "size and time", str_from(text));
    }
    return OK;
}

enum status recipe_add_content(struct recipe *r, const char *name, const char *path, struct err *e)
{
    struct mapped_file file;
    TRY(mapped_file_open(&file, path, FILE_BYTES, e));
    struct mapped_passage passage = mapped_passage_from(&file, file.text.ptr);
    digest_add(&r->digester, str_from(name));
    digest_add_length(&r->digester, file.text.len);
    for (size_t at = 0; at < file.text.len; at += PIECE_BYTES) {
        size_t left = file.text.len - at;
        struct str piece = {file.text.ptr + at, left < PIECE_BYTES ? left : PIECE_BYTES};
        digest_add_piece(&r->digester, piece);
        mapped_passage_move(&passage, piece.ptr + piece.len);
    }
    mapped_file_close(&file);
    return OK;
}

static void add_option(struct recipe *r, const struct recipe_option *o, const void *value,
                       const void *usual)
{
    switch (o->kind) {
    case OPTION_FLAG:
        if (*(const bool *)value != *(const bool *)usual)
            recipe_add_number(r, o->name, *(const bool *)value);
        return;
    case OPTION_CHOICE:
        if (*(const int *)value != *(const int *)usual)
            recipe_add_number(r, o->name, (unsigned)*(const int *)value);
        return;
    case OPTION_COUNT:
    case OPTION_AMOUNT:
    case OPTION_WORKERS:
    case OPTION_SECONDS:
        if (*(const uint32_t *)value != *(const uint32_t *)usual)
            recipe_add_number(r, o->name, *(const uint32_t *)value);
        return;
    case OPTION_NUMBER:
    case OPTION_SHARE:
        if (*(const double *)value != *(const double *)usual)
            recipe_add_real(r, o->name, *(const double *)value);
        return;
    case OPTION_TEXT:
    case OPTION_RELATIONS:
    case OPTION_SYSTEM:
    case OPTION_CONDITIONS:
        recipe_add(r, o->name, str_from(*(const char *const *)value));
        return;
    case OPTION_TEXTS:
    case OPTION_SHARD:
        assert(false && "these kinds are not compared");
    }
}

void recipe_add_options(struct recipe *r, const struct recipe_option *options, size_t n,
                        const void *values, const void *defaults)
{
    for (size_t i = 0; i < n; i++)
        add_option(r, &options[i], (const char *)values + options[i].offset,
                   (const char *)defaults + options[i].offset);
}

void recipe_end(struct recipe *r, char out[DIGEST_HEX + 1])
{
    digest_hex(digest_end(&r->digester), out);
}

struct str recipe_key(struct recipe *r, struct arena *a)
{
    char hex[DIGEST_HEX + 1];
    recipe_end(r, hex);
    return arena_str(a, str_from(hex));
}
