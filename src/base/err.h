/* err.h: what went wrong, and where.
 *
 * Functions that can fail return an enum status and, on failure, fill the caller's struct err.
 * Messages are lower case, without full stop, the problem first and the subject quoted. */
#ifndef TEQL_BASE_ERR_H
#define TEQL_BASE_ERR_H

#include "base/memory.h"
#include "base/str.h"

#include <stdint.h>

enum status {
    OK,
    E_USAGE,       /* the command line */
    E_SYNTAX,      /* SQL or JSON that cannot be read */
    E_SCHEMA,      /* a name that the schema does not have, or a schema that makes no sense */
    E_INPUT,       /* input files that do not fit together */
    E_LIMIT,       /* a bound on size, depth or number was reached */
    E_DB,          /* a database cannot be opened or read */
    E_IO,          /* a file cannot be read or written */
    E_HOST,        /* the machine failed, not what was tested: memory, descriptors, a disk */
    E_SYSTEM,      /* the system under test cannot be asked */
    E_INTERRUPTED, /* a signal asked to stop */
    E_PAUSED,      /* the user allows no more requests; what was answered is kept */
    E_THRESHOLD    /* all went well, and a figure is past what the user allows */
};

struct err {
    enum status code;
    char file[200];     /* "" for none; a longer path is cut */
    uint32_t line, col; /* from 1; 0 if unknown */
    char msg[240];
    char shown[240]; /* lines that show the place, safe on a terminal; "" for none */
};

/* Go on if `call` succeeds; else return its status. For functions that have nothing to release. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum status try_status = (call);                                                           \
        if (try_status != OK)                                                                      \
            return try_status;                                                                     \
    } while (0)

/* Each fills `e` and returns its code. Bytes of arguments that are not printable ASCII or
 * well-formed UTF-8 come out as '?', so that hostile input cannot drive a terminal. */
enum status err_set(struct err *e, enum status code, const char *format, ...) PRINTF(3, 4);
enum status err_at(struct err *e, enum status code, uint32_t line, uint32_t col, const char *format,
                   ...) PRINTF(5, 6);

/* The same for a system call on `file` that failed; errno says why: "cannot <doing>: <why>". "-" is
 * shown as standard input or output, and if the folder of a file to create is missing, so is it.
 * E_HOST if the machine has run out of something or a disk failed, else E_IO. */
enum status err_io(struct err *e, const char *file, const char *doing);

/* Does this errno mean that the machine failed? */
bool err_is_host(int error);

/* Say which file an error is about; keeps code, place and message. Returns the code. */
enum status err_in_file(struct err *e, const char *file);

/* Show the place as well: `lines` come below the message as they are. */
void err_show(struct err *e, struct str lines);

/* "file:line:col: message", leaving out what is unknown, into `out` of `size` bytes. */
void err_format(const struct err *e, char *out, size_t size);

#endif
