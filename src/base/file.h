/* file.h: reading files whole or by lines, and writing them so that they are whole or not there. */
#ifndef TEQL_BASE_FILE_H
#define TEQL_BASE_FILE_H

#include "base/arena.h"
#include "base/err.h"

#include <stdint.h>

/* The contents of a file of at most `max` bytes, NUL-terminated past the end, in `a`. E_LIMIT if it
 * is larger, which costs no memory if its size is known. */
MUST_USE enum status file_read(struct arena *a, const char *path, size_t max, struct str *out,
                               struct err *e);

/* The first `max` bytes of a file, or all of a shorter one, in `a`. */
MUST_USE enum status file_read_beginning(struct arena *a, const char *path, size_t max,
                                         struct str *out, struct err *e);

/* Check a name of our choice in a folder that the user named, before it is read. E_INPUT if
 * something other than a file is there, links followed: opening a pipe would wait for ever. */
MUST_USE enum status file_expect_regular(const char *path, struct err *e);

/* The same before it is written to. E_INPUT if a symbolic link is there, which could lead anywhere,
 * or a pipe or device. This is for folders that others filled before; it does not help against
 * people who change them while we work. */
MUST_USE enum status file_expect_no_link(const char *path, struct err *e);

/* The path from the root of what is at `path`, links followed, on the heap; or NULL. */
MUST_USE enum status file_absolute(const char *path, char **out, struct err *e);

/* The same in `a`. NULL also if `path` is NULL. */
MUST_USE enum status file_absolute_in(struct arena *a, const char *path, const char **out,
                                      struct err *e);

/* The file: URI of `path` with `query` after it, on the heap. */
MUST_USE char *file_uri(const char *path, const char *query);

/* A file read line by line in constant memory. */
struct line_reader {
    const char *path; /* for messages; not owned */
    int fd;
    char *bytes; /* heap; bytes[start … end) are read and not yet given out */
    size_t start, end, cap, max_line;
    uint32_t line;            /* number of the line given last, from 1 */
    uint64_t place, consumed; /* where in the input that line begins, and what follows it */
    bool at_end;
};

/* Longest line of input that makes sense to anybody; a longer one is an error with its number. */
enum { LINE_MAX_BYTES = 16 << 20 };

/* `path` "-" is standard input. */
MUST_USE enum status line_reader_open(struct line_reader *r, const char *path, struct err *e);

/* The same for an open file, which line_reader_close() closes. `fd` below 0 is a failure to open
 * it: errno says why. */
MUST_USE enum status line_reader_on(struct line_reader *r, int fd, const char *path, struct err *e);
void line_reader_close(struct line_reader *r);

/* The next line without its "\n" or "\r\n", and the first without a byte order mark, valid until
 * the next call. At the end *out has a NULL ptr. A last line without newline counts. */
MUST_USE enum status line_reader_next(struct line_reader *r, struct str *out, struct err *e);

/* What a commit has to do. */
enum out_file_end {
    OUT_FILE_STREAM, /* nothing: a pipe or a device was written to directly */
    OUT_FILE_PLAIN,  /* put it in place */
    OUT_FILE_SYNCED  /* put it in place so that it stays there when power is lost */
};

/* A file in the making. It has no name until out_file_commit puts it, whole and on disk, in the
 * place of what was there. On file systems without nameless files it has a temporary name. */
struct out_file {
    char *path;      /* heap; links followed */
    char *temporary; /* heap; NULL while there is no such file */
    int fd;
    enum out_file_end end;
};

/* "-" is standard output. What killed runs left in the same folder is removed (temporary.h). */
MUST_USE enum status out_file_open(struct out_file *f, const char *path, struct err *e);

/* The same for a writer that needs a path: `temporary` names the file from the start. For folders
 * that are temporary themselves, or are synced as a whole: nothing is swept or synced. */
MUST_USE enum status out_file_open_named(struct out_file *f, const char *path, struct err *e);
MUST_USE enum status out_file_write(struct out_file *f, struct str s, struct err *e);

/* The same for an open file; `path` is for messages. */
MUST_USE enum status file_write_on(int fd, const char *path, struct str s, struct err *e);

/* Let it be read, at the path `temporary`, before it is put in place: all must be written. Not for
 * a stream. */
MUST_USE enum status out_file_show(struct out_file *f, struct err *e);
MUST_USE enum status out_file_commit(struct out_file *f, struct err *e);

/* Remove what was written. Does nothing after a commit or on a zeroed struct. */
void out_file_discard(struct out_file *f);

/* Write a file of that text, whole or not at all. "-" is standard output. */
MUST_USE enum status file_write(const char *path, struct str text, struct err *e);

#endif
