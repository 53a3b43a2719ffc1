/* os.h: what teql needs of the system beyond POSIX.1-2008.
 *
 * Nothing else in src/ knows that the system is Linux, but for fluency/link_grammar.c, which names
 * a shared library. To bring teql to another system is to write os.c for it. */
#ifndef TEQL_BASE_OS_H
#define TEQL_BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

/* Files */

/* Open a file without a name in `folder`, for writing. It vanishes with the process, unless
 * os_name_file() names it. -1 if the file system cannot do either. */
int os_open_nameless(const char *folder);

/* Give it a name that no file has. False, with errno, on failure. */
bool os_name_file(int fd, const char *path);

/* Make a file whose name ends in XXXXXX, as mkstemp() does, but closed on exec. */
int os_make_temporary(char *path);

/* Does the path name something that is written to rather than replaced: a device, or an open file
 * (/dev/stdout, /proc/self/fd/3)? */
bool os_is_stream(const char *path);

/* Bring what was written to the disk. True also if the file is of a kind that has no disk. */
bool os_sync_data(int fd);

/* When the file was last written. */
struct timespec os_written(const struct stat *st);

/* Let the memory of these pages of a mapped file go. They are read from the disk again if needed.
 */
void os_drop_pages(void *start, size_t size);

/* Not every file system has locks: Lustre if it is mounted so, NFS if its server keeps them; and a
 * lock may hold only among the processes of one host. So they serve to warn users: what must never
 * collide has names of its own. */
enum lock_outcome {
    LOCK_TAKEN,
    LOCK_HELD,  /* by another process */
    LOCK_NONE,  /* the file system has no locks; errno says so */
    LOCK_FAILED /* errno says why */
};

/* Take the lock of the file, without waiting. It ends when the file is closed. */
enum lock_outcome os_lock(int fd);

/* Processes. What opens a file closes it on exec. */

bool os_open_pipe(int fds[2]);
int os_open_socket(int family, int type, int protocol);

/* For a child between fork and exec: close all files but the standard three on exec. */
void os_hide_files(void);

/* For a child between fork and exec: die when the thread that forked ends. False if `parent`, the
 * process of that thread, has ended already. */
bool os_die_with(pid_t parent);

/* Whether orphans among our descendants become our children. */
bool os_adopts_orphans(bool *out);
bool os_adopt_orphans(bool adopt);

/* Call `each` with each child of this process, whichever thread has it. */
void os_each_child(void (*each)(void *ctx, pid_t pid), void *ctx);

/* Memory */

/* The lowest address of the calling thread's stack, or 0 if unknown. */
uintptr_t os_stack_end(void);

/* The stack size of threads that are started from now on. Does nothing if the machine forbids it.
 */
void os_set_stack_size(size_t bytes);

/* How many bytes malloc() holds for `p`; 0 for NULL. */
size_t os_memory_size(void *p);

#endif
