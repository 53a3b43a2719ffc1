/* report_out.c: a buffer in front of a file. */
#include "report/report_out.h"

enum { PASS_AT = 1 << 20 };

enum status report_out_flush(struct report_out *o, struct err *e)
{
    if (!o->file)
        return OK;
    if (!buf_whole(o->text))
        return err_set(e, E_LIMIT, "the report is too long");
    enum status status = out_file_write(o->file, buf_str(o->text), e);
    buf_clear(o->text);
    return status;
}

enum status report_out_pass(struct report_out *o, struct err *e)
{
    return o->text->len < PASS_AT ? OK : report_out_flush(o, e);
}
