/*
 * kqueue(2) and kevent(2) as Darwin declares them, over epoll(7) and eventfd(2), as far as Poller+Kqueue.swift uses
 * them: so that Apple's path is compiled and run on Linux too. For tests only.
 *
 * There are the filters for reading, writing and user events; adding, changing and deleting them; the end of the peer's
 * side and the error of a broken connection; time-outs. Where it is not Darwin:
 * - a low-water mark above 1 counts as never reached, so that only the end is told, whose mark it is there;
 * - the error of a broken connection is always ECONNRESET, since asking Linux for it would clear it;
 * - a change that fails is told by the result of the call and not by an event with EV_ERROR.
 */
#ifndef C_KQUEUE_SHIM_H
#define C_KQUEUE_SHIM_H

#if defined(__linux__)
#include <stdint.h>

#define EVFILT_READ (-1)
#define EVFILT_WRITE (-2)
#define EVFILT_USER (-10)

#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_CLEAR 0x0020
#define EV_EOF 0x8000

#define NOTE_LOWAT 0x00000001
#define NOTE_TRIGGER 0x01000000

#pragma pack(4)
struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};
#pragma pack()

struct timespec;

int kqueue(void);

int kevent(
    int queue, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
    const struct timespec *timeout);
#endif

#endif
