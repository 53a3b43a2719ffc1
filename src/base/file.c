/* file.c: whole files, lines, and atomic replacement. */
#include "base/file.h"

#include "base/folder.h"
#include "base/os.h"
#include "base/path.h"
#include "base/temporary.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t read_some(int fd, char *to, size_t size)
{
    ssize_t n;
    do
        n = read(fd, to, size);
    while (n < 0 && errno == EINTR);
    return n;
}

static enum status file_too_large(const char *path, size_t max, struct err *e)
{
    err_set(e, E_LIMIT, "file larger than %zu bytes", max);
    return err_in_file(e, path);
}

/* Read to the end of `fd` into memory on the heap, `cap` bytes at first; never more than `max`. */
static enum status read_to_end(int fd, const char *path, size_t cap, size_t max, struct str *out,
                               struct err *e)
{
    char *bytes = mem_alloc(cap + 1);
    size_t len = 0;
    ssize_t n;
    while ((n = read_some(fd, bytes + len, cap + 1 - len)) > 0) {
        len += (size_t)n;
        if (len > max)
            break;
        if (len == cap + 1)
            bytes = mem_resize(bytes, (cap *= 2) + 1);
    }
    *out = (struct str){bytes, len};
    if (n < 0)
        return err_io(e, path, "read");
    return len > max ? file_too_large(path, max, e) : OK;
}

enum status file_read(struct arena *a, const char *path, size_t max, struct str *out, struct err *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_io(e, path, "open");
    struct stat st;
    struct str bytes = STR_NONE;
    uint64_t size = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    /* Before memory is asked for: a file may be larger than any disk. */
    enum status status = size > max
                             ? file_too_large(path, max, e)
                             : read_to_end(fd, path, size ? (size_t)size : 4096, max, &bytes, e);
    if (status == OK)
        *out = arena_str(a, bytes);
    free((char *)bytes.ptr);
    close(fd);
    return status;
}

enum status file_read_beginning(struct arena *a, const char *path, size_t max, struct str *out,
                                struct err *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_io(e, path, "open");
    char *bytes = arena_alloc(a, max);
    size_t len = 0;
    ssize_t n = 0;
    while (len < max && (n = read_some(fd, bytes + len, max - len)) > 0)
        len += (size_t)n;
    *out = (struct str){bytes, len};
    enum status status = n < 0 ? err_io(e, path, "read") : OK;
    close(fd);
    return status;
}

enum status file_absolute(const char *path, char **out, struct err *e)
{
    *out = realpath(path, NULL);
    return *out || path_absent(errno) ? OK : err_io(e, path, "look at it");
}

enum status file_absolute_in(struct arena *a, const char *path, const char **out, struct err *e)
{
    char *found = NULL;
    enum status status = path ? file_absolute(path, &found, e) : OK;
    *out = arena_str_or_null(a, str_from(found)).ptr;
    free(found);
    return status;
}

static enum status unexpected_file(const char *path, const char *what, struct err *e)
{
    err_set(e, E_INPUT, "%s", what);
    return err_in_file(e, path);
}

enum status file_expect_regular(const char *path, struct err *e)
{
    struct path_info at;
    TRY(path_look(path, &at, e));
    bool other = at.kind == PATH_FOLDER || at.kind == PATH_OTHER;
    return other ? unexpected_file(path, "is not a file", e) : OK;
}

enum status file_expect_no_link(const char *path, struct err *e)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return path_absent(errno) ? OK : err_io(e, path, "look at it");
    if (S_ISLNK(st.st_mode))
        return unexpected_file(path, "is a symbolic link, which is not followed here", e);
    return S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)
               ? OK
               : unexpected_file(path, "is neither a file nor a folder", e);
}

char *file_uri(const char *path, const char *query)
{
    static const char HEX[] = "0123456789ABCDEF";
    /* An absolute path needs an empty host before it, or "//a" would name one. */
    const char *head = path[0] == '/' ? "file://" : "file:";
    size_t n_head = strlen(head), n_path = strlen(path), n_query = strlen(query);
    char *uri = mem_alloc(n_head + 3 * n_path + n_query + 1), *to = uri + n_head;
    memcpy(uri, head, n_head);
    for (size_t i = 0; i < n_path; i++) {
        unsigned char c = (unsigned char)path[i];
        if (strchr("%?#", c)) { /* what a URI would read as syntax */
            *to++ = '%';
            *to++ = HEX[c >> 4];
            *to++ = HEX[c & 15];
        } else {
            *to++ = path[i];
        }
    }
    memcpy(to, query, n_query + 1);
    return uri;
}

enum status line_reader_on(struct line_reader *r, int fd, const char *path, struct err *e)
{
    *r = (struct line_reader){.path = path, .fd = fd, .cap = 1 << 18, .max_line = LINE_MAX_BYTES};
    if (fd < 0)
        return err_io(e, path, "open");
    r->bytes = mem_alloc(r->cap);
    return OK;
}

enum status line_reader_open(struct line_reader *r, const char *path, struct err *e)
{
    bool standard = strcmp(path, "-") == 0;
    return line_reader_on(r, standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), path, e);
}

void line_reader_close(struct line_reader *r)
{
    if (r->bytes && r->fd > STDERR_FILENO)
        close(r->fd);
    free(r->bytes);
    *r = (struct line_reader){0};
}

/* Read more after what is there, first moving it to the front of the buffer. */
static enum status read_more(struct line_reader *r, struct err *e)
{
    memmove(r->bytes, r->bytes + r->start, r->end - r->start);
    r->end -= r->start;
    r->start = 0;
    if (r->end == r->cap) {
        if (r->cap > r->max_line) {
            err_at(e, E_LIMIT, r->line + 1, 0, "line longer than %zu bytes", r->max_line);
            return err_in_file(e, r->path);
        }
        r->bytes = mem_resize(r->bytes, r->cap *= 2);
    }
    ssize_t n = read_some(r->fd, r->bytes + r->end, r->cap - r->end);
    if (n < 0)
        return err_io(e, r->path, "read");
    r->end += (size_t)n;
    r->at_end = n == 0;
    return OK;
}

enum status line_reader_next(struct line_reader *r, struct str *out, struct err *e)
{
    size_t seen = 0; /* bytes after start that hold no newline */
    const char *newline;
    while (!(newline = memchr(r->bytes + r->start + seen, '\n', r->end - r->start - seen))) {
        seen = r->end - r->start;
        if (r->at_end)
            break;
        TRY(read_more(r, e));
    }
    if (!newline && seen == 0) {
        *out = STR_NONE;
        return OK;
    }
    *out =
        (struct str){r->bytes + r->start, newline ? (size_t)(newline - r->bytes) - r->start : seen};
    size_t whole = out->len + (newline ? 1 : 0);
    r->start += whole;
    r->consumed += whole;
    if (r->line++ == 0)
        *out = str_skip_bom(*out);
    r->place = r->consumed - (uint64_t)(r->bytes + r->start - out->ptr);
    if (out->len && out->ptr[out->len - 1] == '\r')
        out->len--;
    return OK;
}

/* The file that `path` names, links followed; `path` itself if there is no such file yet. */
static char *final_path(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : mem_text(path, strlen(path));
}

static void open_temporary(struct out_file *f)
{
    char *folder = folder_of(f->path);
    temporaries_sweep_for(f->path);
    f->fd = os_open_nameless(folder);
    free(folder);
    if (f->fd >= 0) {
        temporary_hold(f->fd);
        return;
    }
    f->fd = temporary_file(f->path, &f->temporary);
    if (f->fd >= 0)
        temporary_share(f->fd, 0666);
}

static void forget_temporary(struct out_file *f)
{
    free(f->temporary);
    f->temporary = NULL;
}

static void open_named(struct out_file *f)
{
    f->temporary = temporary_name(f->path);
    f->fd = os_make_temporary(f->temporary);
    if (f->fd >= 0)
        temporary_share(f->fd, 0666);
    else
        forget_temporary(f);
}

/* Pipes and devices are written to, not replaced. */
static bool is_stream(const char *path)
{
    struct stat st;
    return strcmp(path, "-") == 0 || os_is_stream(path) ||
           (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
}

static int open_stream(const char *path)
{
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return dup(STDOUT_FILENO);
    return open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static enum status check_open(struct out_file *f, const char *path, struct err *e)
{
    struct stat st;
    if (f->fd < 0) {
        (void)err_io(e, path, "create");
        out_file_discard(f);
        return e->code;
    }
    if (f->end != OUT_FILE_STREAM && stat(f->path, &st) == 0)
        (void)!fchmod(f->fd, st.st_mode & 07777);
    return OK;
}

enum status out_file_open(struct out_file *f, const char *path, struct err *e)
{
    *f = (struct out_file){.fd = -1, .path = final_path(path)};
    if (is_stream(path)) {
        f->end = OUT_FILE_STREAM;
        f->fd = open_stream(path);
    } else {
        f->end = OUT_FILE_SYNCED;
        open_temporary(f);
    }
    return check_open(f, path, e);
}

enum status out_file_open_named(struct out_file *f, const char *path, struct err *e)
{
    *f = (struct out_file){.fd = -1, .path = final_path(path), .end = OUT_FILE_PLAIN};
    if (is_stream(path))
        errno = ENXIO;
    else
        open_named(f);
    return check_open(f, path, e);
}

enum status file_write_on(int fd, const char *path, struct str s, struct err *e)
{
    while (s.len > 0) {
        ssize_t n = write(fd, s.ptr, s.len);
        if (n < 0 && errno != EINTR)
            return err_io(e, path, "write");
        if (n > 0)
            s = str_slice(s, (size_t)n, s.len);
    }
    return OK;
}

enum status out_file_write(struct out_file *f, struct str s, struct err *e)
{
    return file_write_on(f->fd, f->path, s, e);
}

/* Give a nameless file a temporary name, which rename can then put in place of the old one. */
static bool name_file(struct out_file *f)
{
    if (f->temporary)
        return true;
    int fd = temporary_file(f->path, &f->temporary); /* reserves a name: free for us once removed */
    bool named = fd >= 0 && unlink(f->temporary) == 0 && os_name_file(f->fd, f->temporary);
    if (fd >= 0)
        close(fd);
    if (!named)
        forget_temporary(f);
    return named;
}

enum status out_file_show(struct out_file *f, struct err *e)
{
    assert(f->end != OUT_FILE_STREAM);
    return name_file(f) ? OK : err_io(e, f->path, "write");
}

static enum status replace_file(struct out_file *f, struct err *e)
{
    bool synced = f->end == OUT_FILE_SYNCED;
    if (synced && fsync(f->fd) != 0)
        return err_io(e, f->path, "write");
    if (!name_file(f) || rename(f->temporary, f->path) != 0)
        return err_io(e, f->path, "replace");
    forget_temporary(f);
    return synced ? folder_sync_of(f->path, e) : OK;
}

enum status out_file_commit(struct out_file *f, struct err *e)
{
    enum status status = f->end == OUT_FILE_STREAM ? OK : replace_file(f, e);
    if (close(f->fd) != 0 && status == OK)
        status = err_io(e, f->path, "write");
    f->fd = -1;
    out_file_discard(f);
    return status;
}

void out_file_discard(struct out_file *f)
{
    if (f->path && f->fd >= 0)
        close(f->fd);
    if (f->temporary)
        unlink(f->temporary);
    free(f->temporary);
    free(f->path);
    *f = (struct out_file){.fd = -1};
}

enum status file_write(const char *path, struct str text, struct err *e)
{
    struct out_file f;
    TRY(out_file_open(&f, path, e));
    enum status status = out_file_write(&f, text, e);
    if (status == OK)
        return out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}
