/* kind.h: what a kind of system has to offer; for the files of this folder. */
#ifndef TEQL_SYSTEM_KIND_H
#define TEQL_SYSTEM_KIND_H

#include "base/json_writer.h"
#include "system/system.h"

struct system_kind {
    const char *prefix; /* of the specs that it takes */
    bool costly;
    /* `spec` is whole; `rest` is what follows the prefix. */
    enum status (*open)(const char *spec, const char *rest, const struct system_options *options,
                        void **out, struct err *e);
    void (*free)(void *self);
    enum status (*run)(void *self, const struct ask_source *source, struct err *e);
    /* NULL: nothing keeps running after a run. */
    enum status (*end)(void *self, struct err *e);
    /* Members of the object that system_describe gives. */
    void (*describe)(const void *self, struct json_writer *w);
    /* NULL: nothing leaves this machine. */
    struct system_sending (*sends)(const void *self, struct arena *a);
    /* NULL: schema and question. Appends to `out`. */
    enum status (*request_text)(void *self, const struct ask_source *source,
                                const struct ask_request *r, struct buf *out, struct err *e);
    /* Of a reply; 0 for no limit. NULL if there are no prompts. */
    uint32_t (*max_tokens)(const void *self);
};

extern const struct system_kind COMMAND_KIND, HTTP_KIND, HTTPS_KIND, REPLAY_KIND, BUILTIN_KIND;

/* Give a reply to the caller: every kind does it here. SQL that nobody could run becomes an error,
 * and a long error is cut (see SYSTEM_MAX_SQL_BYTES). */
MUST_USE enum status system_hand_in(const struct ask_source *source, const struct ask_request *r,
                                    struct answer reply, struct err *e);

static inline bool system_stopped(const struct system_options *o)
{
    return o->stop && *o->stop;
}

#endif
