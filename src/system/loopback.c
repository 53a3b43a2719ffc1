/* loopback.c: names and numbers of hosts. */
#include "system/loopback.h"

#include <arpa/inet.h>

enum { HOST_MAX = 256, LOOPBACK_NET = 127 };

/* 127.0.0.1, and the other ways to write 127.… that getaddrinfo() takes. */
static bool is_loopback_4(const char *host)
{
    return ntohl(inet_addr(host)) >> 24 == LOOPBACK_NET; /* what is no number is 255.… */
}

static bool is_loopback_6(const char *host)
{
    struct in6_addr address;
    if (inet_pton(AF_INET6, host, &address) != 1)
        return false;
    return IN6_IS_ADDR_LOOPBACK(&address) ||
           (IN6_IS_ADDR_V4MAPPED(&address) && address.s6_addr[12] == LOOPBACK_NET);
}

bool host_is_loopback(struct str host)
{
    char text[HOST_MAX];
    const struct str NAME = STR("localhost"), UNDER = STR(".localhost");
    if (host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']')
        host = str_slice(host, 1, host.len - 1);
    if (host.len > 0 && host.ptr[host.len - 1] == '.')
        host.len--;
    if (host.len == 0 || host.len >= sizeof text)
        return false;
    if (str_eq_nocase(host, NAME) ||
        (host.len > UNDER.len &&
         str_eq_nocase(str_slice(host, host.len - UNDER.len, host.len), UNDER)))
        return true;
    memcpy(text, host.ptr, host.len);
    text[host.len] = '\0';
    return is_loopback_4(text) || is_loopback_6(text);
}
