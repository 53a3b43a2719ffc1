/* vectors.c: opening and closing. */
#include "lexicon/vectors/vectors.h"

#include "base/buf.h"
#include "base/cache_folder.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/number.h"
#include "lexicon/vectors/vectors_cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opening */

/* The name of the cache says which file it is of, and nothing else: so a file that changes has one
 * cache, not many. NULL where there shall be none. */
static enum status find_cache(struct arena *a, const char *path, const char **folder,
                              const char **out, struct err *e)
{
    const char *absolute;
    char hex[DIGEST_HEX + 1];
    if (!*folder)
        *folder = cache_folder(a);
    *out = NULL;
    if (!*folder || !**folder)
        return OK;
    enum status status = file_absolute_in(a, path, &absolute, e);
    digest_hex(digest_of(str_from(absolute ? absolute : path)), hex);
    *out = arena_printf(a, "%s/vectors-%s", *folder, hex).ptr;
    return status;
}

/* A cache saves time, and that it cannot be had is no reason to stop. */
static void write_cache(struct vectors *v, const char *folder, const char *cache,
                        const struct vectors_key *key)
{
    enum status status = cache_folder_make(folder, &v->cache_error);
    if (status == OK)
        status = vectors_cache_write(v, cache, key, &v->cache_error);
    if (status == OK)
        v->cache_error = (struct err){0};
}

/* Read the text. A file that changed meanwhile may be half of this and half of that. */
static enum status read_text(struct vectors *v, const struct vector_file *file,
                             const struct vectors_key *key, const struct vectors_options *o,
                             struct err *e)
{
    struct vectors_key after;
    enum status status = vectors_text_read(v, file, o, e);
    if (status)
        return status;
    status = vectors_key_read(file, &after, e);
    if (status == OK && memcmp(key, &after, sizeof after) != 0)
        status = vector_file_changed(file, e);
    if (status)
        vectors_close(v);
    return status;
}

static enum status load(struct vectors *v, const struct vector_file *file,
                        const struct vectors_options *o, struct arena *scratch, struct err *e)
{
    const char *folder = o->cache, *cache;
    struct vectors_key key;
    enum status status = vectors_key_read(file, &key, e);
    if (status == OK)
        status = find_cache(scratch, file->path, &folder, &cache, e);
    if (status || (cache && vectors_cache_map(v, cache, &key)))
        return status;
    status = read_text(v, file, &key, o, e);
    if (status == OK && cache)
        write_cache(v, folder, cache, &key);
    return status;
}

static enum status look(struct vector_file *file, struct err *e)
{
    struct stat st;
    if (fstat(file->fd, &st) != 0)
        return err_io(e, file->path, "look at it");
    if (!S_ISREG(st.st_mode)) {
        err_set(e, E_INPUT, "is not a file");
        err_in_file(e, file->path);
        return E_INPUT;
    }
    file->size = (uint64_t)st.st_size;
    return OK;
}

enum status vectors_open(struct vectors *v, const char *path, const struct vectors_options *o,
                         struct err *e)
{
    static const struct vectors_options USUAL;
    struct arena scratch = {0};
    struct vector_file file = {path, open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), 0};
    *v = (struct vectors){0};
    if (file.fd < 0)
        return err_io(e, path, "open");
    enum status status = look(&file, e);
    if (status == OK)
        status = load(v, &file, o ? o : &USUAL, &scratch, e);
    if (status)
        *v = (struct vectors){0};
    arena_release(&scratch);
    close(file.fd);
    return status;
}

void vectors_close(struct vectors *v)
{
    if (v->map) {
        munmap(v->map, v->map_size);
    } else {
        vector_words_release(&v->words);
        free(v->rows);
    }
    *v = (struct vectors){0};
}

/* Telling */

struct str vectors_remark(struct arena *a, const struct vectors *v)
{
    const struct {
        uint32_t count;
        const char *one, *many;
    } parts[] = {
        {v->skips.again, "word that came before", "words that came before"},
        {v->skips.variants, "word that differs from another in case only",
         "words that differ from others in case only"},
        {v->skips.zeros, "vector of zeros", "vectors of zeros"},
        {v->skips.unusable, "word that is no text", "words that are no text"},
    };
    struct buf out = {0};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].count)
            buf_printf(&out, "%s%u %s", out.len ? ", " : "left out: ", parts[i].count,
                       parts[i].count == 1 ? parts[i].one : parts[i].many);
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&out);
    return text;
}
