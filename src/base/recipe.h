/* recipe.h: the key of something that is made: a digest of all that it depends on, by name.
 *
 * A recipe is a list of names and values, each with its length in front. So two recipes have the
 * same key only if they have the same names and values in the same order. What is not given is left
 * out: a text that is NULL, an option with its default value. So an option that is added later does
 * not change the keys of those who do not use it. */
#ifndef TEQL_BASE_RECIPE_H
#define TEQL_BASE_RECIPE_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/option_kind.h"

#include <stddef.h>

struct recipe {
    struct digester digester;
};

/* `what` is made: things of different kinds have different keys. */
void recipe_begin(struct recipe *r, const char *what);

/* Add a value. Nothing is added if `value.ptr` is NULL. */
void recipe_add(struct recipe *r, const char *name, struct str value);
void recipe_add_number(struct recipe *r, const char *name, uint64_t n);
void recipe_add_real(struct recipe *r, const char *name, double x);

/* Add a file by its path, size and time of writing, which stand for its content. Nothing is added
 * if `path` is NULL; a file that does not exist has its path alone. */
MUST_USE enum status recipe_add_file(struct recipe *r, const char *name, const char *path,
                                     struct err *e);

/* Add all bytes of a file, which is read in pieces, and not its path. */
MUST_USE enum status recipe_add_content(struct recipe *r, const char *name, const char *path,
                                        struct err *e);

/* A field of a struct of options. Its kind is neither OPTION_TEXTS nor OPTION_SHARD. */
struct recipe_option {
    const char *name;
    enum option_kind kind;
    size_t offset;
};

#define RECIPE_OPTION(type, kind, field)                                                           \
    {                                                                                              \
#field, OPTION_##kind, offsetof(type, field)                                               \
    }

/* Add those of the `n` options whose value in `values` is not the one in `defaults`: two structs of
 * the same type. */
void recipe_add_options(struct recipe *r, const struct recipe_option *options, size_t n,
                        const void *values, const void *defaults);

/* The key, in hexadecimal digits. Nothing can be added after that. */
void recipe_end(struct recipe *r, char out[DIGEST_HEX + 1]);
struct str recipe_key(struct recipe *r, struct arena *a);

#endif
