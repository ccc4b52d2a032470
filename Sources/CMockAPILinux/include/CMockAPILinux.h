#ifndef C_MOCKAPI_LINUX_H
#define C_MOCKAPI_LINUX_H

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/* accept4(2), which Glibc declares only for _GNU_SOURCE; flags are SOCK_NONBLOCK and SOCK_CLOEXEC. */
int mockapi_accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

/* The number of processors that this process may run on (sched_getaffinity(2)), at least 1. */
int mockapi_usable_processors(void);

/* Has count bytes at an address brought into the processor's caches, to be written; does nothing else. */
static inline void mockapi_prefetch(const void *address, long count) {
    const char *line = (const char *)((unsigned long)address & ~63ul);
    const char *end = (const char *)address + count;
    for (; line < end; line += 64) __builtin_prefetch(line, 1, 3);
}
#endif

#endif
