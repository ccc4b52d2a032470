#define _GNU_SOURCE
#include "CKqueueShim.h"

#if defined(__linux__)
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EVENTS = 128 };
static const uint64_t userToken = UINT64_MAX;

/* What one descriptor is watched for. */
struct watch {
    int isRead, isWrite;
    intptr_t lowWater;
    void *readData, *writeData;
};

/* One queue, known by the descriptor of its epoll. Waits belong to one thread, changes and triggers to any. */
struct queue {
    int epoll, trigger;
    pthread_mutex_t lock;
    void *userData;
    struct watch *watches;
    size_t watchCount;
    struct queue *next;
};

static struct queue *queues;
static pthread_mutex_t queuesLock = PTHREAD_MUTEX_INITIALIZER;

static struct queue *find(int epoll) {
    pthread_mutex_lock(&queuesLock);
    /* The newest first: a number whose queue was closed may have been given again. */
    struct queue *queue = queues;
    while (queue != NULL && queue->epoll != epoll) queue = queue->next;
    pthread_mutex_unlock(&queuesLock);
    return queue;
}

int kqueue(void) {
    struct queue *queue = calloc(1, sizeof(*queue));
    if (queue == NULL) return -1;
    queue->epoll = epoll_create1(0);
    queue->trigger = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (queue->epoll < 0 || queue->trigger < 0) {
        int error = errno;
        if (queue->epoll >= 0) close(queue->epoll);
        if (queue->trigger >= 0) close(queue->trigger);
        free(queue);
        errno = error;
        return -1;
    }
    pthread_mutex_init(&queue->lock, NULL);
    pthread_mutex_lock(&queuesLock);
    queue->next = queues;
    queues = queue;
    pthread_mutex_unlock(&queuesLock);
    return queue->epoll;
}

static struct watch *watchOf(struct queue *queue, size_t descriptor) {
    if (descriptor >= queue->watchCount) {
        size_t count = descriptor + 64;
        struct watch *watches = realloc(queue->watches, count * sizeof(*watches));
        if (watches == NULL) return NULL;
        memset(watches + queue->watchCount, 0, (count - queue->watchCount) * sizeof(*watches));
        queue->watches = watches;
        queue->watchCount = count;
    }
    return &queue->watches[descriptor];
}

/* Changes one of the filters of a descriptor. */
static int set(struct watch *watch, const struct kevent *change) {
    int isAdded = change->flags & EV_ADD, isDeleted = change->flags & EV_DELETE;
    int *filter = change->filter == EVFILT_READ ? &watch->isRead : &watch->isWrite;
    if (change->filter != EVFILT_READ && change->filter != EVFILT_WRITE) {
        errno = EINVAL;
        return -1;
    }
    if (!isAdded && !*filter) {
        errno = ENOENT;
        return -1;
    }
    *filter = !isDeleted;
    if (change->filter == EVFILT_READ) {
        watch->readData = change->udata;
        watch->lowWater = change->fflags & NOTE_LOWAT ? change->data : 1;
    } else {
        watch->writeData = change->udata;
    }
    return 0;
}

static int control(int epoll, int operation, int descriptor, const struct watch *watch) {
    struct epoll_event event = {0, {.u64 = (uint64_t)descriptor}};
    if (watch->isRead) event.events |= EPOLLRDHUP | (watch->lowWater > 1 ? 0 : EPOLLIN);
    if (watch->isWrite) event.events |= EPOLLOUT;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static int changeDescriptor(struct queue *queue, const struct kevent *change) {
    if (change->ident >= INT_MAX) {
        errno = EBADF;
        return -1;
    }
    int descriptor = (int)change->ident;
    struct watch *watch = watchOf(queue, change->ident);
    if (watch == NULL) return -1;
    struct watch old = *watch;
    if (set(watch, change) != 0) return -1;
    int was = old.isRead || old.isWrite, is = watch->isRead || watch->isWrite;
    int result = control(queue->epoll, !was ? EPOLL_CTL_ADD : is ? EPOLL_CTL_MOD : EPOLL_CTL_DEL, descriptor, watch);
    if (result != 0 && errno == ENOENT && was) {
        /* The descriptor was closed, which ends what it was watched for, and its number given again. */
        memset(watch, 0, sizeof(*watch));
        memset(&old, 0, sizeof(old));
        if (set(watch, change) != 0) return -1;
        result = control(queue->epoll, EPOLL_CTL_ADD, descriptor, watch);
    }
    if (result != 0) *watch = old;
    return result;
}

static int changeUser(struct queue *queue, const struct kevent *change) {
    if (change->flags & EV_ADD) {
        /* Edge-triggered, which is what EV_CLEAR asks for. */
        struct epoll_event event = {EPOLLIN | EPOLLET, {.u64 = userToken}};
        queue->userData = change->udata;
        if (epoll_ctl(queue->epoll, EPOLL_CTL_ADD, queue->trigger, &event) != 0 && errno != EEXIST) return -1;
    }
    if (change->fflags & NOTE_TRIGGER) {
        uint64_t one = 1;
        if (write(queue->trigger, &one, sizeof(one)) < 0 && errno != EAGAIN) return -1;
    }
    return 0;
}

/* Tells what happened to a descriptor as one event for each filter. */
static int tell(const struct queue *queue, const struct epoll_event *event, struct kevent *out, int room) {
    if (event->data.u64 == userToken) {
        struct kevent user = {.filter = EVFILT_USER, .flags = EV_CLEAR, .udata = queue->userData};
        *out = user;
        return 1;
    }
    const struct watch *watch = &queue->watches[event->data.u64];
    uint32_t bits = event->events;
    uint32_t error = bits & EPOLLERR ? ECONNRESET : 0;
    int count = 0;
    if (watch->isRead && bits & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
        struct kevent read = {.ident = event->data.u64, .filter = EVFILT_READ, .udata = watch->readData};
        if (bits & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) read.flags = EV_EOF;
        read.fflags = error;
        out[count++] = read;
    }
    if (watch->isWrite && bits & (EPOLLOUT | EPOLLHUP | EPOLLERR) && count < room) {
        struct kevent write = {.ident = event->data.u64, .filter = EVFILT_WRITE, .udata = watch->writeData};
        if (bits & (EPOLLHUP | EPOLLERR)) write.flags = EV_EOF;
        write.fflags = error;
        out[count++] = write;
    }
    return count;
}

static int milliseconds(const struct timespec *timeout) {
    if (timeout == NULL) return -1;
    if (timeout->tv_sec >= INT_MAX / 1000 - 1) return INT_MAX;
    return (int)(timeout->tv_sec * 1000 + (timeout->tv_nsec + 999999) / 1000000);
}

int kevent(
    int descriptor, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
    const struct timespec *timeout) {
    struct queue *queue = find(descriptor);
    if (queue == NULL) {
        errno = EBADF;
        return -1;
    }
    for (int index = 0; index < changeCount; index++) {
        const struct kevent *change = &changes[index];
        pthread_mutex_lock(&queue->lock);
        int result = change->filter == EVFILT_USER ? changeUser(queue, change) : changeDescriptor(queue, change);
        int error = errno;
        pthread_mutex_unlock(&queue->lock);
        if (result != 0) {
            errno = error;
            return -1;
        }
    }
    if (eventCount <= 0) return 0;
    /* A descriptor can make two events. What finds no room is told again, since only the trigger is told once. */
    struct epoll_event found[MOST_EVENTS];
    int most = eventCount < 2 ? 1 : eventCount / 2 < MOST_EVENTS ? eventCount / 2 : MOST_EVENTS;
    int foundCount = epoll_wait(queue->epoll, found, most, milliseconds(timeout));
    if (foundCount < 0) return -1;
    int count = 0;
    pthread_mutex_lock(&queue->lock);
    for (int index = 0; index < foundCount; index++) {
        count += tell(queue, &found[index], &events[count], eventCount - count);
    }
    pthread_mutex_unlock(&queue->lock);
    return count;
}
#endif
