/* file_copy.c: a piece at a time. */
#include "base/file_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIECE = 1 << 20 };

static void count_piece(struct copied *c, struct str piece)
{
    for (size_t at = 0; at < piece.len;) {
        const char *newline = memchr(piece.ptr + at, '\n', piece.len - at);
        c->lines += newline != NULL;
        at = newline ? (size_t)(newline - piece.ptr) + 1 : piece.len;
    }
    c->bytes += piece.len;
    c->ends_line = piece.ptr[piece.len - 1] == '\n';
}

/* If `f` is NULL, it is only counted. */
static enum status copy_piece(struct out_file *f, int fd, const char *path, char *bytes,
                              size_t most, uint64_t at, struct copied *c, struct err *e)
{
    ssize_t n;
    do
        n = pread(fd, bytes, most, (off_t)at);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return err_io(e, path, "read");
    if (n > 0)
        count_piece(c, (struct str){bytes, (size_t)n});
    return f ? out_file_write(f, (struct str){bytes, (size_t)n}, e) : OK;
}

enum status out_file_copy_on(struct out_file *f, int fd, const char *path, uint64_t from,
                             uint64_t end, struct copied *out, struct err *e)
{
    enum status status = OK;
    char *bytes = mem_alloc(PIECE);
    *out = (struct copied){.ends_line = true};
    for (bool more = true; status == OK && more;) {
        uint64_t before = out->bytes, left = end - from - before;
        status = copy_piece(f, fd, path, bytes, left < PIECE ? (size_t)left : PIECE, from + before,
                            out, e);
        more = out->bytes > before;
    }
    free(bytes);
    return status;
}

enum status out_file_copy(struct out_file *f, const char *path, uint64_t from, uint64_t end,
                          struct copied *out, struct err *e)
{
    TRY(file_expect_regular(path, e));
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_io(e, path, "open");
    enum status status = out_file_copy_on(f, fd, path, from, end, out, e);
    close(fd);
    return status;
}

enum status file_count_lines(const char *path, struct copied *out, struct err *e)
{
    return out_file_copy(NULL, path, 0, UINT64_MAX, out, e);
}

enum status file_copy(const char *from, const char *to, struct err *e)
{
    struct out_file f;
    struct copied c;
    TRY(out_file_open(&f, to, e));
    enum status status = out_file_copy(&f, from, 0, UINT64_MAX, &c, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}
