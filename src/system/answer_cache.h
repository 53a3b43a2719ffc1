/* answer_cache.h: answers that were paid for, kept in a file from run to run.
 *
 * The file is JSON lines, only ever appended to, each answer with one write(): what
 * answer_cache_add acknowledged survives the end of the process, and after answer_cache_tick that
 * of the machine. A last line that was not written whole is cut off at the next opening. One run at
 * a time has the file. A cache belongs to one thread. */
#ifndef TEQL_SYSTEM_ANSWER_CACHE_H
#define TEQL_SYSTEM_ANSWER_CACHE_H

#include "base/buf.h"
#include "system/line_map.h"
#include "system/system.h"

struct answer_cache {
    const char *path; /* not owned */
    int fd;
    struct line_map map; /* keys and places; the text stays in the file */
    struct buf line;     /* being written */
    int64_t synced_ns;
    bool dirty;                      /* written to since then */
    uint32_t skipped, first_skipped; /* lines that are no answers: how many, and where */
    uint64_t retry_before; /* errors on lines that begin before it are as good as not there */
};

/* The first line of the file, without its end: what begins otherwise is not ours. */
extern const struct str ANSWERS_HEAD;

/* The key of any other line of it; false where the line is no answer. Scratch goes to `a`. */
bool answer_line_key(struct str line, struct arena *a, struct digest *out);

/* The key of the answer that the system `description` gives to `request` (system_describe and
 * system_request_text) at the given time of asking. */
struct digest answer_key(struct str description, struct str request, uint32_t repeat);

/* Open or create the file, and find out what it holds. E_IO where it cannot be read or another run
 * has it, E_INPUT where it is something else, which is left as it is. `path` must stay. */
MUST_USE enum status answer_cache_open(struct answer_cache *c, const char *path, struct err *e);

/* From now on errors that the file has are not found: they are asked again (--retry-errors). Those
 * that are added later are. */
void answer_cache_retry_errors(struct answer_cache *c);

/* Did a server refuse the request, so that no model has said anything? Such errors are not kept any
 * more; older files have them. */
bool answer_is_refusal(const struct answer *a);

/* Look for an answer; *found says whether there is one. Its text lives in `a`. */
MUST_USE enum status answer_cache_find(const struct answer_cache *c, struct digest key,
                                       struct arena *a, struct answer *out, bool *found,
                                       struct err *e);

/* Keep an answer. One that is not final, or only passing, is not kept: the next run asks again. Of
 * several for one key the last counts. */
MUST_USE enum status answer_cache_add(struct answer_cache *c, struct digest key,
                                      const struct answer *reply, struct err *e);

/* Called at least twice a second, this keeps every answer on disk within a second. E_IO where it
 * cannot be put there. */
MUST_USE enum status answer_cache_tick(struct answer_cache *c, int64_t now_ns, struct err *e);

/* Put everything on disk and let go of the file. Frees the rest even where that fails. Does nothing
 * on a cache that failed to open. */
MUST_USE enum status answer_cache_close(struct answer_cache *c, struct err *e);

#endif
