/* conceptnet.c: reading assertions, and finding the edges of a term. */
#include "lexicon/conceptnet.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/json_reader.h"
#include "base/path.h"

#include <stdlib.h>
#include <zlib.h>

static const struct str RELATION_URIS[] = {STR_INIT("/r/HasA"), STR_INIT("/r/Synonym")};

enum { N_RELATIONS = COUNT_OF(RELATION_URIS), N_COLUMNS = 5 };

enum { TERM_MAX_WORDS = 3 }; /* longer terms are not names of columns */

/* The next line of `in` into `line`, without its end. False at the end of the file, and if it could
 * not be read: then `*ok` is false too. */
static bool next_assertion(gzFile in, struct buf *line, bool *ok)
{
    char piece[4096];
    buf_clear(line);
    while (gzgets(in, piece, sizeof piece)) {
        size_t len = strlen(piece);
        bool ended = len > 0 && piece[len - 1] == '\n';
        buf_put(line, (struct str){piece, ended ? len - 1 : len});
        if (ended || !buf_whole(line))
            break;
    }
    int code = Z_OK;
    gzerror(in, &code);
    *ok = buf_whole(line) && (code == Z_OK || code == Z_STREAM_END);
    return *ok && (line->len > 0 || !gzeof(in));
}

/* False if there are fewer. The last one takes the rest of the line. */
static bool split_columns(struct str line, struct str columns[N_COLUMNS])
{
    for (int i = 0; i < N_COLUMNS; i++) {
        if (!line.ptr)
            return false;
        columns[i] = i == N_COLUMNS - 1 ? line : str_split(&line, '\t');
    }
    return true;
}

static const struct str ENGLISH = STR_INIT("/c/en/");

/* The term of "/c/en/term/n/…"; empty if it is too long. */
static struct str term_of(struct arena *a, struct str uri)
{
    struct str rest = str_slice(uri, ENGLISH.len, uri.len);
    struct str copy = arena_str_lower(a, str_split(&rest, '/'));
    char *bytes = (char *)copy.ptr; /* our own copy */
    int words = 1;
    for (size_t i = 0; i < copy.len; i++)
        if (bytes[i] == '_') {
            bytes[i] = ' ';
            words++;
        }
    return words <= TERM_MAX_WORDS ? copy : STR("");
}

static double weight_of(struct str metadata)
{
    struct arena scratch = {0};
    struct json_reader json = json_reader_of(&scratch, metadata);
    struct json_value value;
    double weight = 0;
    json_members(&json, &STR("weight"), 1, &value);
    if (!json.problem)
        json_number(value, &weight);
    arena_release(&scratch);
    return weight;
}

static void push_edge(struct conceptnet *c, enum conceptnet_relation relation, struct str start,
                      struct str end, double weight)
{
    ARENA_ADD(&c->arena, c->edges, c->count,
              (struct conceptnet_edge){relation, start, end, weight});
}

/* Cheap tests come first: of 34 million lines, the JSON of a hundredth is read. */
static void add_edge(struct conceptnet *c, const struct str columns[N_COLUMNS], double min_weight)
{
    int relation = 0;
    while (relation < N_RELATIONS && !str_eq(columns[1], RELATION_URIS[relation]))
        relation++;
    if (relation == N_RELATIONS || !str_starts(columns[2], ENGLISH) ||
        !str_starts(columns[3], ENGLISH))
        return;
    double weight = weight_of(columns[4]);
    if (!(weight >= min_weight))
        return;
    struct str start = term_of(&c->arena, columns[2]);
    struct str end = term_of(&c->arena, columns[3]);
    if (!start.len || !end.len || str_eq(start, end))
        return;
    push_edge(c, (enum conceptnet_relation)relation, start, end, weight);
    if (relation == CONCEPTNET_SYNONYM)
        push_edge(c, CONCEPTNET_SYNONYM, end, start, weight);
}

static int compare_keys(const struct conceptnet_edge *x, enum conceptnet_relation relation,
                        struct str start)
{
    if (x->relation != relation)
        return x->relation < relation ? -1 : 1;
    return str_cmp(x->start, start);
}

static int compare_weights(const struct conceptnet_edge *x, const struct conceptnet_edge *y)
{
    return (x->weight < y->weight) - (x->weight > y->weight);
}

static int compare_edges(const void *p, const void *q)
{
    const struct conceptnet_edge *x = p, *y = q;
    int order = compare_keys(x, y->relation, y->start);
    order = order ? order : compare_weights(x, y);
    return order ? order : str_cmp(x->end, y->end);
}

/* Edges between the same terms side by side, the heaviest first. */
static int compare_ends(const void *p, const void *q)
{
    const struct conceptnet_edge *x = p, *y = q;
    int order = compare_keys(x, y->relation, y->start);
    order = order ? order : str_cmp(x->end, y->end);
    return order ? order : compare_weights(x, y);
}

/* Of edges between the same terms keep the heaviest, and sort. */
static void sort_edges(struct conceptnet *c)
{
    uint32_t kept = 0;
    if (c->count == 0)
        return;
    qsort(c->edges, c->count, sizeof *c->edges, compare_ends);
    for (uint32_t i = 0; i < c->count; i++) {
        const struct conceptnet_edge *x = &c->edges[i], *last = kept ? &c->edges[kept - 1] : NULL;
        if (!last || compare_keys(last, x->relation, x->start) != 0 || !str_eq(last->end, x->end))
            c->edges[kept++] = *x;
    }
    c->count = kept;
    qsort(c->edges, c->count, sizeof *c->edges, compare_edges);
}

/* Report what was read of the file, but not after each line: gzoffset is a system call. `*unpacked`
 * counts the bytes of lines, `*watched` those of the file. */
static enum status report_read(gzFile in, const struct read_watch *watch, size_t *unpacked,
                               uint64_t *watched, struct err *e)
{
    if (*unpacked < READ_WATCH_STEP)
        return OK;
    *unpacked = 0;
    z_off_t at = gzoffset(in);
    return at > 0 ? read_watch_at(watch, watched, (uint64_t)at, e) : OK;
}

static enum status read_lines(struct conceptnet *c, gzFile in, double min_weight,
                              const struct read_watch *watch, struct err *e)
{
    struct buf line = {0};
    size_t unpacked = 0;
    uint64_t watched = 0;
    buf_limit(&line, LINE_MAX_BYTES);
    enum status status = OK;
    uint32_t number = 0;
    bool ok = true;
    while (status == OK && next_assertion(in, &line, &ok)) {
        struct str columns[N_COLUMNS];
        number++;
        unpacked += line.len + 1;
        if (split_columns(buf_str(&line), columns))
            add_edge(c, columns, min_weight);
        else if (line.len)
            status = err_at(e, E_INPUT, number, 0, "an assertion has five columns");
        if (status == OK)
            status = report_read(in, watch, &unpacked, &watched, e);
    }
    if (!ok)
        status = err_at(e, E_IO, number + 1, 0, "cannot read assertions");
    buf_release(&line);
    return status;
}

static enum status read_file(struct conceptnet *c, gzFile in, const char *path, double min_weight,
                             const struct read_watch *watch, struct err *e)
{
    struct path_info info;
    /* zlib reads what is not packed as it is: the message would be about the first line. */
    if (str_ends(str_from(path), STR(".gz")) && gzdirect(in))
        return err_set(e, E_INPUT, "not a gzip file, though its name says so");
    bool known = path_look(path, &info, e) == OK && info.kind == PATH_FILE;
    read_watch_begin(watch, path, known ? info.size : 0);
    enum status status = read_lines(c, in, min_weight, watch, e);
    read_watch_end(watch);
    return status;
}

enum status conceptnet_load(struct conceptnet *c, const char *path, double min_weight,
                            const struct read_watch *watch, struct err *e)
{
    *c = (struct conceptnet){0};
    gzFile in = gzopen(path, "rb"); /* reads plain files as they are */
    enum status status = in ? read_file(c, in, path, min_weight, watch, e)
                            : err_set(e, E_IO, "cannot open assertions");
    int closed = in ? gzclose(in) : Z_OK; /* shows that a file ends too early */
    if (status == OK && closed != Z_OK)
        status = err_set(e, E_IO, "cannot read assertions");
    if (status == OK) {
        sort_edges(c);
        return OK;
    }
    if (status != E_INTERRUPTED)
        err_in_file(e, path);
    conceptnet_release(c);
    return status;
}

void conceptnet_release(struct conceptnet *c)
{
    arena_release(&c->arena);
    *c = (struct conceptnet){0};
}

struct conceptnet_edges conceptnet_from(const struct conceptnet *c,
                                        enum conceptnet_relation relation, struct str term)
{
    uint32_t low = 0, high = c->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_keys(&c->edges[middle], relation, term) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    struct conceptnet_edges found = {c->count ? &c->edges[low] : NULL, 0};
    while (low + found.count < c->count &&
           compare_keys(&c->edges[low + found.count], relation, term) == 0)
        found.count++;
    return found;
}
