#define _GNU_SOURCE
#include "CMockAPILinux.h"

#if defined(__linux__)
int mockapi_accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    return accept4(listener, address, length, flags);
}
#endif
