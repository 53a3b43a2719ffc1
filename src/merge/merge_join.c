/* merge_join.c: folders joined file by file, and files line by line. */
#include "base/file_copy.h"
#include "merge/merge_set.h"

const char *merge_file_in(struct arena *a, const char *folder, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name).ptr;
}

/* Lines */

enum status merge_each_line(const char *path, merge_take *take, void *ctx, struct err *e)
{
    struct arena scratch = {0};
    struct line_reader lines;
    struct str line;
    TRY(file_expect_regular(path, e));
    TRY(line_reader_open(&lines, path, e));
    enum status status;
    do {
        status = line_reader_next(&lines, &line, e);
        if (status == OK)
            status = take(ctx, &lines, line, &scratch, e);
        arena_clear(&scratch);
    } while (status == OK && line.ptr);
    if (status && status != E_HOST && !e->file[0])
        e->line = lines.line; /* what was read in the line knows no other line than its own */
    line_reader_close(&lines);
    arena_release(&scratch);
    return merge_in_file(status, path, e);
}

/* A part without sections is copied whole. */
static enum status copy_section(struct out_file *f, const struct merge_part *p, uint32_t section,
                                struct err *e)
{
    struct copied c;
    if (p->n_sections == 0)
        return section ? OK : out_file_copy(f, p->path, 0, UINT64_MAX, &c, e);
    if (section >= p->n_sections)
        return OK;
    return out_file_copy(f, p->path, section ? p->ends[section - 1] : 0, p->ends[section], &c, e);
}

enum status merge_lines(struct merge_set *set, const struct merge_out *o, struct err *e)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < set->count; i++)
        n = set->parts[i].n_sections > n ? set->parts[i].n_sections : n;
    for (uint32_t section = 0; section < n; section++)
        for (uint32_t i = 0; i < set->count; i++) {
            TRY(copy_section(o->file, &set->parts[i], section, e));
            TRY(listener_check(o->job->listener, e));
        }
    return OK;
}

static enum status join_file(struct merge_set *s, const struct merge_out *o, struct err *e)
{
    struct out_file f;
    TRY(out_file_open(&f, o->path, e));
    enum status status = s->kind->write(s, &(struct merge_out){o->job, o->path, o->folder, &f}, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    TRY(status);
    return s->kind->describe ? s->kind->describe(s, o->path, e) : OK;
}

/* Folders */

/* Parts may lack the file: join those that have it. If none has, the whole has none, either. */
static enum status join_in_folder(struct merge_set *s, struct out_folder *folder, const char *name,
                                  const struct merge_job *job, struct err *e)
{
    size_t above = str_after_last(str_from(name), '/');
    if (s->count == 0)
        return OK;
    if (above)
        TRY(out_folder_make(folder, arena_str(&s->arena, (struct str){name, above}).ptr, e));
    return merge_set_join(s, &(struct merge_out){job, out_folder_file(folder, name), folder, NULL},
                          e);
}

static enum status join_files(const struct merge_set *set, struct out_folder *folder,
                              const struct merge_job *job, struct err *e)
{
    for (uint32_t row = 0; row < set->kind->n_files; row++) {
        const struct merge_file *file = &set->kind->files[row];
        struct merge_set s;
        merge_set_begin(&s, file->kind, set->count);
        for (uint32_t i = 0; i < set->count; i++)
            if (set->parts[i].files[row].path)
                s.parts[s.count++] = set->parts[i].files[row];
        enum status status = join_in_folder(&s, folder, file->name, job, e);
        arena_release(&s.arena);
        TRY(status);
    }
    return out_folder_commit(folder, e);
}

static enum status join_folder(const struct merge_set *set, const struct merge_out *o,
                               struct err *e)
{
    struct out_folder folder;
    TRY(out_folder_open(&folder, o->path, e));
    enum status status = join_files(set, &folder, o->job, e);
    out_folder_discard(&folder);
    return status;
}

enum status merge_set_join(struct merge_set *s, const struct merge_out *o, struct err *e)
{
    if (s->kind->look)
        TRY(merge_set_check_all(s, e));
    return s->kind->files ? join_folder(s, o, e) : join_file(s, o, e);
}
