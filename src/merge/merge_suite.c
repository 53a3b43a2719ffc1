/* merge_suite.c: suite folders joined to one, file by file.
 *
 * Parts are read one by one to see that they are whole. Then lines pass from them to the suite. A
 * schema stands in the part of each shard that uses it, and in the suite where it is used first. */
#include "base/file_copy.h"
#include "base/hash.h"
#include "base/out_folder.h"
#include "base/path.h"
#include "engine/database_files.h"
#include "merge/merge_array.h"
#include "merge/merge_set.h"
#include "merge/merge_suite_whole.h"
#include "suite/reviews.h"

/* Manifests */

static const char *manifest_in(struct arena *a, const char *folder)
{
    return arena_printf(a, "%s/manifest.json", folder).ptr;
}

static enum status look_manifest(struct arena *a, const char *path, struct merge_part *out,
                                 struct err *e)
{
    struct manifest m;
    enum status status = part_manifest_read(a, path, &m, e);
    if (status)
        return status;
    out->part = m.part;
    out->seeds.count = m.seeds;
    return OK;
}

static enum status join_manifests(const struct merge_set *set, const struct merge_job *o,
                                  const struct listener *l, struct err *e)
{
    struct arena a = {0};
    const char **paths = ARENA_ARRAY(&a, const char *, set->count);
    (void)l;
    for (uint32_t i = 0; i < set->count; i++)
        paths[i] = set->parts[i].path;
    enum status status = part_manifests_join(paths, set->count, o->out, e);
    arena_release(&a);
    return status;
}

const struct merge_kind MERGE_MANIFEST = {
    .name = "manifest", .look = look_manifest, .join = join_manifests};

/* Suites */

static enum status look_suite(struct arena *a, const char *path, struct merge_part *out,
                              struct err *e)
{
    bool reviewed;
    struct manifest m;
    enum status status = reviews_there(path, &reviewed, e);
    if (status == OK && reviewed)
        status = err_set(e, E_INPUT,
                         "was reviewed, and a part of a suite cannot be: review the merged suite, "
                         "and remove " REVIEWS_FILE " here");
    if (status == OK)
        status = part_manifest_read(a, manifest_in(a, path), &m, e);
    if (status)
        return status;
    out->part = m.part;
    return suite_expect_whole(path, &m, out, e);
}

/* Copies of databases are made by all shards or by none. Whoever has some was looked at. */
static enum status agree(const struct merge_set *set, struct err *e)
{
    bool copies = false, has;
    enum status status = OK;
    for (uint32_t i = 0; i < set->count && status == OK && !copies; i++)
        status = suite_has_copies(set->parts[i].path, &copies, e);
    for (uint32_t i = 0; i < set->count && status == OK && copies; i++) {
        status = suite_has_copies(set->parts[i].path, &has, e);
        if (status == OK && !has)
            status = suite_expect_copies(set->parts[i].path, e);
    }
    return status;
}

struct suite_joining {
    const struct merge_set *set;
    const struct listener *listener;
    struct out_folder folder;
    struct arena arena;
};

static const char *file_in(struct suite_joining *j, uint32_t part, const char *name)
{
    return arena_printf(&j->arena, "%s/%s", j->set->parts[part].path, name).ptr;
}

static enum status join_lines(struct suite_joining *j, const char *name, struct err *e)
{
    struct out_file f;
    struct copied c;
    enum status status = out_file_open(&f, out_folder_file(&j->folder, name), e);
    if (status)
        return status;
    for (uint32_t i = 0; i < j->set->count && status == OK; i++) {
        status = out_file_copy(&f, file_in(j, i, name), 0, UINT64_MAX, &c, e);
        if (status == OK)
            status = listener_check(j->listener, e);
    }
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    return status;
}

/* Arrays with an entry on each line */

struct array_joining {
    struct suite_joining *joining;
    const char *name; /* of the file in the suite */
    uint32_t part;    /* being read */
    struct out_file file;
    uint64_t written;      /* entries */
    struct name_map *once; /* db_ids that were written; NULL where all entries are */
    struct arena ids;

    /* Called for an entry that is new; NULL for nothing. */
    enum status (*take)(struct suite_joining *j, uint32_t part, struct str db_id, struct err *e);
};

static enum status write_entry(struct array_joining *x, struct str entry, struct err *e)
{
    enum status status = out_file_write(&x->file, x->written++ ? STR(",\n") : STR("[\n"), e);
    return status ? status : out_file_write(&x->file, entry, e);
}

/* Was the schema not seen before? */
static bool is_new(struct array_joining *x, struct str db_id)
{
    if (name_map_get(x->once, db_id) != NAME_NONE)
        return false;
    name_map_put(x->once, &x->ids, arena_str(&x->ids, db_id), 0);
    return true;
}

static enum status add_schema(struct array_joining *x, struct str entry, struct err *e)
{
    struct arena scratch = {0};
    struct str db_id;
    enum status status = suite_schema_entry(&scratch, entry, &db_id, e);
    if (status == OK && is_new(x, db_id)) {
        status = write_entry(x, entry, e);
        if (status == OK && x->take)
            status = x->take(x->joining, x->part, db_id, e);
    }
    arena_release(&scratch);
    return status;
}

static enum status add_entry(void *ctx, struct str entry, struct err *e)
{
    struct array_joining *x = ctx;
    return x->once ? add_schema(x, entry, e) : write_entry(x, entry, e);
}

static enum status join_arrays(struct array_joining *x, struct err *e)
{
    struct name_map written;
    enum status status = out_file_open(&x->file, out_folder_file(&x->joining->folder, x->name), e);
    if (status)
        return status;
    name_map_init_exact(&written, &x->ids, 64);
    x->once = x->once ? &written : NULL;
    for (x->part = 0; x->part < x->joining->set->count && status == OK; x->part++)
        status = array_each(file_in(x->joining, x->part, x->name), add_entry, x, e);
    if (status == OK)
        status = out_file_write(&x->file, x->written ? STR("\n]\n") : STR("[]\n"), e);
    if (status == OK)
        status = out_file_commit(&x->file, e);
    out_file_discard(&x->file);
    arena_release(&x->ids);
    return status;
}

/* The database of a schema, where the part has it as a file. */
static enum status copy_database(struct suite_joining *j, uint32_t part, struct str db_id,
                                 struct err *e)
{
    struct arena *a = &j->arena;
    struct path_info at;
    const char *folder = database_folder_path(a, STR(DATABASES_FOLDER), db_id).ptr;
    const char *file = database_file_path(a, str_from(folder), db_id).ptr;
    const char *from = file_in(j, part, file);
    enum status status = path_look(from, &at, e);
    if (status || at.kind != PATH_FILE)
        return status;
    status = out_folder_make(&j->folder, folder, e);
    return status ? status : file_copy(from, out_folder_file(&j->folder, file), e);
}

static enum status join_schemas(struct suite_joining *j, const char *name, bool databases,
                                struct err *e)
{
    struct name_map once;
    struct array_joining x = {
        .joining = j, .name = name, .once = &once, .take = databases ? copy_database : NULL};
    return join_arrays(&x, e);
}

static enum status join_export(struct suite_joining *j, struct err *e)
{
    struct array_joining x = {.joining = j, .name = "spider/dev.json"};
    enum status status = out_folder_make(&j->folder, "spider", e);
    if (status == OK)
        status = join_arrays(&x, e);
    return status ? status : join_schemas(j, "spider/tables.json", false, e);
}

static enum status join_files(struct suite_joining *j, struct err *e)
{
    const char **paths = ARENA_ARRAY(&j->arena, const char *, j->set->count);
    struct manifest m;
    for (uint32_t i = 0; i < j->set->count; i++)
        paths[i] = file_in(j, i, "manifest.json");
    enum status status = part_manifest_read(&j->arena, paths[0], &m, e);
    if (status == OK)
        status = join_lines(j, "seeds.jsonl", e);
    if (status == OK)
        status = join_lines(j, "cases.jsonl", e);
    if (status == OK)
        status = join_schemas(j, "tables.json", true, e);
    if (status == OK && (m.spider || m.maker == MADE_BY_ATTACK))
        status = join_export(j, e);
    if (status == OK)
        status = part_manifests_join(paths, j->set->count,
                                     out_folder_file(&j->folder, "manifest.json"), e);
    return status ? status : out_folder_commit(&j->folder, e);
}

static enum status join_suites(const struct merge_set *set, const struct merge_job *o,
                               const struct listener *l, struct err *e)
{
    struct suite_joining j = {.set = set, .listener = l};
    enum status status = out_folder_open(&j.folder, o->out, e);
    if (status)
        return status;
    status = join_files(&j, e);
    out_folder_discard(&j.folder);
    arena_release(&j.arena);
    return status;
}

const struct merge_kind MERGE_SUITE = {
    .name = "suite", .look = look_suite, .agree = agree, .join = join_suites};
