#define _GNU_SOURCE
#include "CMockAPILinux.h"

#if defined(__linux__)
#include <sched.h>
#include <unistd.h>

int mockapi_accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    return accept4(listener, address, length, flags);
}

int mockapi_usable_processors(void) {
    cpu_set_t processors;
    long online;
    if (sched_getaffinity(0, sizeof(processors), &processors) == 0 && CPU_COUNT(&processors) > 0) {
        return CPU_COUNT(&processors);
    }
    online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}
#endif
