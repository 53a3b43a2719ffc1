/* about.c: written after the predictions, and used only if it fits them. */
#include "suite/about.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/path.h"
#include "record/answer.h"

#include <stdlib.h>
#include <time.h>

enum { ABOUT_MAX = 1 << 20, DATE_SIZE = 32 };

static const struct provenance NOTHING = {
    .teql = STR_INIT(""), .date = STR_INIT(""), .system = STR_INIT(""), .answers = STR_INIT("")};

static const char *about_path(struct arena *a, const char *path)
{
    return arena_printf(a, "%s" ABOUT_SUFFIX, path).ptr;
}

/* Add id and SQL of an answer; how long it took differs each time. False for a line that is not an
 * answer. */
static bool digest_line(struct digester *d, struct arena *a, struct str line)
{
    struct answer answer = {0};
    struct err ignored;
    if (record_read(a, &ANSWER_RECORD, line, 1, &answer, &ignored) != OK)
        return false;
    digest_add(d, answer.id);
    digest_add(d, answer.sql);
    return true;
}

/* The digest of the answers in the file, in `a`; ptr NULL if a line is not an answer. */
static enum status digest_file(struct arena *a, const char *path, struct str *out, struct err *e)
{
    struct arena scratch = {0};
    struct line_reader lines;
    struct digester d;
    struct str line;
    char hex[DIGEST_HEX + 1];
    bool good = true;
    *out = STR_NONE;
    enum status status;
    TRY(file_expect_regular(path, e));
    TRY(line_reader_open(&lines, path, e));
    digest_begin(&d);
    while (good && (status = line_reader_next(&lines, &line, e)) == OK && line.ptr) {
        good = digest_line(&d, &scratch, line);
        arena_clear(&scratch);
    }
    digest_hex(digest_end(&d), hex);
    if (good && status == OK)
        *out = arena_str(a, str_from(hex));
    line_reader_close(&lines);
    arena_release(&scratch);
    return status;
}

/* What the file says, whatever answers it is about; empty if it is absent or makes no sense. */
static enum status read_any_about(struct arena *a, const char *path, struct provenance *out,
                                  struct err *e)
{
    const char *about = about_path(a, path);
    struct path_info at;
    struct str text;
    struct err ignored;
    *out = NOTHING;
    TRY(path_look(about, &at, e));
    if (at.kind != PATH_FILE || at.size > ABOUT_MAX)
        return OK;
    TRY(file_read(a, about, ABOUT_MAX, &text, e));
    if (record_read(a, &PROVENANCE_RECORD, text, 1, out, &ignored) != OK)
        *out = NOTHING;
    return OK;
}

/* The time that SOURCE_DATE_EPOCH names, if it is set: users set it to get the same bytes on
 * another day. */
static time_t date_to_write(void)
{
    const char *set = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    long long seconds = set ? strtoll(set, &end, 10) : 0;
    return set && *set && !*end ? (time_t)seconds : time(NULL);
}

static struct str today(struct arena *a)
{
    char text[DATE_SIZE];
    time_t now = date_to_write();
    struct tm date;
    return arena_str(a, gmtime_r(&now, &date) && strftime(text, sizeof text, "%Y-%m-%d", &date)
                            ? str_from(text)
                            : STR(""));
}

enum status about_write_dated(const char *path, const struct provenance *p, struct err *e)
{
    struct arena a = {0};
    struct buf text = {0};
    struct path_info file;
    struct provenance it = *p;
    TRY(path_look(path, &file, e));
    if (file.kind != PATH_FILE || str_starts(str_from(path), STR("/dev/")))
        return OK; /* a terminal, a pipe: nothing that could be found again */
    const char *about = about_path(&a, path);
    enum status status = file_expect_no_link(about, e);
    if (status == OK)
        status = digest_file(&a, path, &it.answers, e);
    if (status == OK) {
        struct json_writer w = json_writer_to(&text);
        record_put(&w, &PROVENANCE_RECORD, &it);
        json_line_end(&w);
        status = file_write(about, buf_str(&text), e);
    }
    buf_release(&text);
    arena_release(&a);
    return status;
}

enum status about_write(const char *path, const struct provenance *p, bool asked_nothing,
                        struct err *e)
{
    struct arena a = {0};
    struct provenance it = *p, before;
    enum status status = read_any_about(&a, path, &before, e);
    it.date = asked_nothing && before.date.len ? before.date : today(&a);
    if (status == OK)
        status = about_write_dated(path, &it, e);
    arena_release(&a);
    return status;
}

enum status about_read(struct arena *a, const char *path, struct provenance *out, struct err *e)
{
    struct str answers = STR_NONE;
    enum status status = read_any_about(a, path, out, e);
    if (status == OK && out->answers.len > 0)
        status = digest_file(a, path, &answers, e);
    if (status || !answers.ptr || !str_eq(answers, out->answers))
        *out = NOTHING;
    return status;
}
