/* mapped_file.c: mmap, and pages dropped after reading. */
#include "base/mapped_file.h"

#include "base/file.h"
#include "base/os.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP = 4 << 20 };

static enum status map_file(struct mapped_file *m, int fd, size_t size, const char *path,
                            struct err *e)
{
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return err_io(e, path, "map");
    *m = (struct mapped_file){
        .text = {bytes, size}, .mapped = true, .page = (size_t)sysconf(_SC_PAGESIZE)};
    return OK;
}

static enum status read_file(struct mapped_file *m, const char *path, size_t max, struct err *e)
{
    *m = (struct mapped_file){.read = mem_alloc(sizeof *m->read)};
    *m->read = (struct arena){0};
    enum status status = file_read(m->read, path, max, &m->text, e);
    if (status)
        mapped_file_close(m);
    return status;
}

enum status mapped_file_open(struct mapped_file *m, const char *path, size_t max, struct err *e)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_io(e, path, "open");
    bool fits =
        fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && (uint64_t)st.st_size <= max;
    enum status status = fits ? map_file(m, fd, (size_t)st.st_size, path, e) : OK;
    close(fd);
    return fits ? status : read_file(m, path, max, e);
}

void mapped_file_close(struct mapped_file *m)
{
    if (m->mapped)
        munmap((void *)m->text.ptr, m->text.len);
    if (m->read) {
        arena_release(m->read);
        free(m->read);
    }
    *m = (struct mapped_file){0};
}

void mapped_file_keep(struct mapped_file *m, struct arena *a)
{
    if (m->read)
        arena_take(a, m->read);
    m->mapped = false;
    mapped_file_close(m);
}

/* Whole pages only: others may be of what is still to be read. */
void mapped_file_let_go(const struct mapped_file *m, struct str bytes)
{
    if (!m->mapped)
        return;
    size_t start = (size_t)(bytes.ptr - m->text.ptr), end = start + bytes.len;
    start = (start + m->page - 1) / m->page * m->page;
    end = end == m->text.len ? end : end / m->page * m->page;
    if (start < end)
        os_drop_pages((char *)m->text.ptr + start, end - start);
}

struct mapped_passage mapped_passage_from(const struct mapped_file *m, const char *first)
{
    return (struct mapped_passage){m, first};
}

void mapped_passage_move(struct mapped_passage *p, const char *at)
{
    if (at - p->kept < STEP)
        return;
    mapped_file_let_go(p->file, (struct str){p->kept, (size_t)(at - p->kept)});
    p->kept = at;
}
