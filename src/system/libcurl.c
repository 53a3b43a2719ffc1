/* libcurl.c: its memory, addresses and dates. */
#include "system/libcurl.h"

#include "base/memory.h"

#include <curl/curl.h>
#include <stdlib.h>

/* Memory for libcurl. If there is none the process ends: libcurl would report a failed request,
 * which would become a result. */

static void *allocate_zeros(size_t count, size_t size)
{
    void *p = mem_resize_array(NULL, count, size);
    return memset(p, 0, count * size);
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

bool libcurl_begin(void)
{
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, mem_alloc, free, mem_resize, copy_text,
                                allocate_zeros) == CURLE_OK;
}

void libcurl_end(void)
{
    curl_global_cleanup();
}

struct str host_of_address(struct arena *a, const char *address)
{
    struct str host = STR_NONE;
    char *part = NULL;
    CURLU *url = curl_url();
    if (url && curl_url_set(url, CURLUPART_URL, address, CURLU_DEFAULT_SCHEME) == CURLUE_OK &&
        curl_url_get(url, CURLUPART_HOST, &part, 0) == CURLUE_OK)
        host = arena_str(a, str_from(part));
    curl_free(part);
    curl_url_cleanup(url);
    return host;
}

time_t time_of_date(const char *date)
{
    return curl_getdate(date, NULL);
}
