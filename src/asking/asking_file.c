/* asking_file.c: one answer after another. */
#include "asking/asking_file.h"

#include "suite/about.h"
#include "suite/predictions.h"

static enum status write_line(void *writer, struct str line, struct err *e)
{
    return predictions_writer_add_line(writer, line, e);
}

enum status asking_write(struct asking *a, const char *path, struct err *e)
{
    struct predictions_writer w;
    enum status status = predictions_writer_open(&w, path, e);
    if (status)
        return status;
    status = asking_lines(a, write_line, &w, e);
    if (status) {
        predictions_writer_discard(&w);
        return status;
    }
    const struct provenance p = asking_provenance(a);
    status = predictions_writer_commit(&w, e);
    return status ? status : about_write(path, &p, asking_outcome(a)->asked == 0, e);
}
