/* copies.c: a temporary folder for databases, and who holds which. */
#include "store/copies.h"

#include "base/folder.h"
#include "base/path.h"
#include "base/temporary.h"
#include "engine/database_files.h"
#include "store/database_copy.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_KEPT = 512 }; /* that nobody holds, however small they are */

struct shared_copy {
    struct shared_copy *next;
    struct str db_id; /* heap */
    char *path;       /* heap */
    uint64_t bytes;
    uint64_t used; /* when it was given back last, by `clock` */
    uint32_t holders;
    bool whole; /* false while somebody makes it */
};

struct copies {
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t made;  /* or could not be */
    struct shared_copy *first;
    uint64_t room, clock, n_made;
    struct copy_losses losses; /* of all that were made */
    char *folder;              /* heap; NULL before the first */
    int hold;                  /* keeps it ours */
};

void copies_sweep(void)
{
    temporaries_sweep(temporary_place());
}

struct copies *copies_new(uint64_t room)
{
    struct copies *c = mem_alloc(sizeof *c);
    *c = (struct copies){.room = room};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->made, NULL);
    return c;
}

const char *copy_path(const struct shared_copy *copy)
{
    return copy->path;
}

/* Take it from the list, and its file from the disk. */
static void forget_copy(struct copies *c, struct shared_copy *copy)
{
    struct shared_copy **at = &c->first;
    while (*at && *at != copy)
        at = &(*at)->next;
    assert(*at && *at == copy);
    *at = copy->next;
    unlink(copy->path);
    free((char *)copy->db_id.ptr);
    free(copy->path);
    free(copy);
}

void copies_free(struct copies *c)
{
    while (c->first) {
        assert(c->first->holders == 0);
        forget_copy(c, c->first);
    }
    copy_losses_release(&c->losses);
    if (c->folder) {
        folder_remove(c->folder);
        free(c->folder);
        close(c->hold);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->made);
    free(c);
}

static struct shared_copy *find_copy(const struct copies *c, struct str db_id)
{
    struct shared_copy *copy = c->first;
    while (copy && !str_eq(copy->db_id, db_id))
        copy = copy->next;
    return copy;
}

/* The copies that nobody holds: their number, their bytes, and the one that was used longest ago.
 */
struct kept_copies {
    uint64_t count, bytes;
    struct shared_copy *oldest;
};

static struct kept_copies kept_of(const struct copies *c)
{
    struct kept_copies k = {0, 0, NULL};
    for (struct shared_copy *copy = c->first; copy; copy = copy->next) {
        if (copy->holders > 0)
            continue;
        k.count++;
        k.bytes += copy->bytes;
        if (!k.oldest || copy->used < k.oldest->used)
            k.oldest = copy;
    }
    return k;
}

/* Remove copies that nobody holds until the rest and `more` bytes fit into the room. */
static void make_room(struct copies *c, uint64_t more)
{
    for (struct kept_copies k;
         (k = kept_of(c)).oldest && (k.count > MAX_KEPT || k.bytes + more > c->room);)
        forget_copy(c, k.oldest);
}

static enum status open_folder(struct copies *c, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    const char *target = arena_printf(&a, "%s/databases", temporary_place()).ptr;
    if (!c->folder && (c->hold = temporary_folder(target, &c->folder)) < 0)
        status = err_io(e, temporary_place(), "make a folder for databases");
    arena_release(&a);
    return status;
}

static struct shared_copy *add_copy(struct copies *c, struct str db_id)
{
    struct arena a = {0};
    struct str path = database_file_path(&a, str_from(c->folder), db_id);
    struct shared_copy *copy = mem_alloc(sizeof *copy);
    *copy = (struct shared_copy){.next = c->first,
                                 .db_id = {mem_text(db_id.ptr, db_id.len), db_id.len},
                                 .path = mem_text(path.ptr, path.len),
                                 .holders = 1};
    c->first = copy;
    arena_release(&a);
    return copy;
}

static uint64_t bytes_at(const char *path)
{
    struct path_info info;
    struct err e;
    return path_look(path, &info, &e) == OK ? info.size : 0;
}

/* Make the copy without holding the lock, so that other threads go on. */
static enum status make_copy(struct copies *c, const char *original, const struct migration *m,
                             struct str db_id, struct shared_copy **out, struct err *e)
{
    TRY(open_folder(c, e));
    struct copy_losses losses = {0};
    make_room(c, bytes_at(original));
    struct shared_copy *copy = add_copy(c, db_id);
    pthread_mutex_unlock(&c->lock);
    enum status status = database_copy(original, m, copy->path, &losses, e);
    pthread_mutex_lock(&c->lock);
    copy_losses_join(&c->losses, &losses);
    copy_losses_release(&losses);
    copy->whole = status == OK;
    if (status == OK) {
        copy->bytes = bytes_at(copy->path);
        c->n_made++;
        *out = copy;
    } else {
        forget_copy(c, copy);
    }
    pthread_cond_broadcast(&c->made);
    return status;
}

/* The copy once it is whole, or NULL if the caller has to make it. */
static struct shared_copy *await_copy(struct copies *c, struct str db_id)
{
    struct shared_copy *copy;
    while ((copy = find_copy(c, db_id)) && !copy->whole)
        pthread_cond_wait(&c->made, &c->lock);
    return copy;
}

enum status copies_take(struct copies *c, const char *original, const struct migration *m,
                        struct str db_id, struct shared_copy **out, struct err *e)
{
    enum status status = OK;
    pthread_mutex_lock(&c->lock);
    struct shared_copy *copy = await_copy(c, db_id);
    if (copy)
        copy->holders++;
    else
        status = make_copy(c, original, m, db_id, &copy, e);
    pthread_mutex_unlock(&c->lock);
    *out = copy;
    return status;
}

void copies_give_back(struct copies *c, struct shared_copy *copy)
{
    pthread_mutex_lock(&c->lock);
    assert(copy->holders > 0);
    copy->holders--;
    copy->used = ++c->clock;
    make_room(c, 0);
    pthread_mutex_unlock(&c->lock);
}

bool copies_have(struct copies *c, struct str db_id)
{
    pthread_mutex_lock(&c->lock);
    bool have = find_copy(c, db_id) != NULL;
    pthread_mutex_unlock(&c->lock);
    return have;
}

uint64_t copies_made(struct copies *c)
{
    pthread_mutex_lock(&c->lock);
    uint64_t n = c->n_made;
    pthread_mutex_unlock(&c->lock);
    return n;
}

void copies_losses(struct copies *c, struct copy_losses *out)
{
    pthread_mutex_lock(&c->lock);
    copy_losses_join(out, &c->losses);
    pthread_mutex_unlock(&c->lock);
}
