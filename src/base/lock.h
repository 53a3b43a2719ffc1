/* lock.h: a file that one process at a time has, until it ends.
 *
 * The lock is flock's. Not every file system has it: Lustre has it where it is mounted so, NFS
 * where its server keeps locks; and it may be good among the processes of one host only. So nothing
 * may depend on it but the comfort of being told: files of two runs are told apart by their names.
 */
#ifndef TEQL_BASE_LOCK_H
#define TEQL_BASE_LOCK_H

enum lock_outcome {
    LOCK_TAKEN,
    LOCK_HELD,  /* by another process */
    LOCK_NONE,  /* the file system has no locks */
    LOCK_FAILED /* errno says why */
};

/* Take the lock of the file, without waiting. It ends when the file is closed. */
enum lock_outcome file_lock(int fd);

#endif
