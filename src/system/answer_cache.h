/* answer_cache.h: answers that were paid for, kept in a file from run to run.
 *
 * The file is JSON lines, only ever appended to, each answer with one write(): what
 * answer_cache_add acknowledged survives the end of the process, and after answer_cache_tick that
 * of the machine. A last line that was not written whole is cut off at the next opening. One run at
 * a time has the file. A cache belongs to one thread. */
#ifndef TEQL_SYSTEM_ANSWER_CACHE_H
#define TEQL_SYSTEM_ANSWER_CACHE_H

#include "base/buf.h"
#include "base/listener.h"
#include "system/line_map.h"
#include "system/system.h"

/* Zeroed it is not open. */
struct answer_cache {
    bool open;
    const char *path; /* not owned */
    int fd;
    struct line_map map; /* keys and places; the text stays in the file */
    struct buf line;     /* being written */
    int64_t synced_ns;
    bool dirty;                      /* written to since then */
    uint32_t skipped, first_skipped; /* lines that are not answers: how many, and the first */
    uint64_t retry_before;           /* errors on lines that begin before it are ignored */
};

/* The first line of the file, without its end: a file with another first line is not ours. */
extern const struct str ANSWERS_HEAD;

/* The key of any other line of it; false if the line is not an answer. Scratch goes to `a`. */
bool answer_line_key(struct str line, struct arena *a, struct digest *out);

/* The key of the answer that the system `description` gives to `request` (system_describe and
 * system_request_text) at the given time of asking. */
struct digest answer_key(struct str description, struct str request, uint32_t repeat);

/* Open or create the file, and find out what it holds. E_IO if it cannot be read or another run
 * has it, E_INPUT if it is something else, which is left as it is. `path` must outlive it. */
MUST_USE enum status answer_cache_open(struct answer_cache *c, const char *path, struct err *e);

/* From now on errors that the file has are not found: they are asked again (--retry-errors). Those
 * that are added later are found. */
void answer_cache_retry_errors(struct answer_cache *c);

/* Did a server refuse the request, so that no model has said anything? Today such errors are not
 * kept; older files have them. */
bool answer_is_refusal(const struct answer *a);

/* Look for an answer; *found says whether there is one. Its text lives in `a`. */
MUST_USE enum status answer_cache_find(const struct answer_cache *c, struct digest key,
                                       struct arena *a, struct answer *out, bool *found,
                                       struct err *e);

/* Keep an answer. One that is not final, or only passing, is not kept: the next run asks again. Of
 * several for one key the last counts. */
MUST_USE enum status answer_cache_add(struct answer_cache *c, struct digest key,
                                      const struct answer *reply, struct err *e);

/* Called at least twice a second, this keeps every answer on disk within a second. E_IO if it
 * cannot be put there. */
MUST_USE enum status answer_cache_tick(struct answer_cache *c, int64_t now_ns, struct err *e);

/* Put everything on disk and let go of the file. Frees the rest even if that fails. Does nothing on
 * a cache that is not open. */
MUST_USE enum status answer_cache_close(struct answer_cache *c, struct err *e);

/* The same for a run, with notices for the user. */

/* Open the file, unless `path` is NULL. Says how many of its lines are not answers. With
 * `retry_errors` answers that are errors are asked again. */
MUST_USE enum status answer_cache_start(struct answer_cache *c, const char *path, bool retry_errors,
                                        const struct listener *l, struct err *e);

/* Say that `n` known answers were only refusals of a server (answer_is_refusal), and what to do. */
void answer_cache_report_refusals(const struct answer_cache *c, const struct listener *l,
                                  uint64_t n);

/* After a run that ended with `status`: if the user stopped it, or must put the system right first,
 * say what is there to go on with. `because` says why nothing is kept: ", as --no-cache says". */
void answer_cache_report(const struct answer_cache *c, const struct listener *l, enum status status,
                         const char *because);

/* Close the file after a run that ended with `so_far`, and return that, or the failure to close. */
MUST_USE enum status answer_cache_finish(struct answer_cache *c, enum status so_far, struct err *e);

#endif
