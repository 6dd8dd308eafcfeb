// SPDX-License-Identifier: MIT

// Preloaded into a program, makes the n-th call of one system call fail once, or do only a part:
//
//   FAULT_CALL=read FAULT_NTH=3 FAULT_ERRNO=4   the third read fails with EINTR
//   FAULT_CALL=read FAULT_NTH=3 FAULT_ERRNO=0   it reads one byte at most
//   FAULT_COUNTS=FILE                           at its end, how often each was called
//
// Standard output is left alone, since it stands for a device.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define CALLS(X)                                                                                   \
  X(open) X(read) X(write) X(send) X(recv) X(accept4) X(socket) X(bind) X(listen) X(connect)        \
  X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(epoll_pwait2) X(timerfd_create)                    \
  X(timerfd_settime) X(fstat) X(stat) X(lstat) X(mkdir) X(unlink) X(rename) X(fsync) X(chmod)      \
  X(fchmod) X(getsockopt) X(setsockopt) X(close) X(opendir) X(readdir) X(poll) X(flock) X(fcntl)   \
  X(fopen) X(eventfd) X(signalfd) X(sendmsg) X(shutdown) X(getpeername) X(getsockname)             \
  X(getaddrinfo) X(getifaddrs)

enum call {
#define X(name) CALL_##name,
  CALLS(X)
#undef X
  CALL_COUNT
};
static const char *const names[] = {
#define X(name) #name,
    CALLS(X)
#undef X
};
static int counts[CALL_COUNT];

/// Whether this call is the one: -1 for no, else the error (0: only a part).
static int fault(enum call call) {
  int saved = errno;
  counts[call]++;
  const char *name = getenv("FAULT_CALL");
  const char *nth = getenv("FAULT_NTH");
  const char *number = getenv("FAULT_ERRNO");
  errno = saved;
  if (!name || !nth || !number || strcmp(name, names[call]) || atoi(nth) != counts[call]) return -1;
  return atoi(number);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_COUNTS");
  FILE *file = path ? REAL(fopen)(path, "w") : NULL;
  if (!file) return;
  for (int call = 0; call < CALL_COUNT; call++)
    if (counts[call]) fprintf(file, "%s %d\n", names[call], counts[call]);
  fclose(file);
}

/// A call that fails as a whole.
#define WHOLE(type, failed, name, parameters, arguments)                                           \
  type name parameters {                                                                           \
    int error = fault(CALL_##name);                                                                \
    if (error > 0) {                                                                               \
      errno = error;                                                                               \
      return failed;                                                                               \
    }                                                                                              \
    return REAL(name) arguments;                                                                   \
  }

/// A call that moves `count` bytes.
#define PART(name, parameters, descriptor, count, arguments)                                       \
  ssize_t name parameters {                                                                        \
    int error = descriptor == 1 ? -1 : fault(CALL_##name);                                         \
    if (error > 0) {                                                                               \
      errno = error;                                                                               \
      return -1;                                                                                   \
    }                                                                                              \
    if (error == 0 && count > 1) count = 1;                                                        \
    return REAL(name) arguments;                                                                   \
  }

PART(read, (int fd, void *bytes, size_t count), fd, count, (fd, bytes, count))
PART(write, (int fd, const void *bytes, size_t count), fd, count, (fd, bytes, count))
PART(recv, (int fd, void *bytes, size_t count, int flags), fd, count, (fd, bytes, count, flags))

WHOLE(int, -1, accept4, (int fd, struct sockaddr *address, socklen_t *size, int flags),
      (fd, address, size, flags))
WHOLE(int, -1, socket, (int family, int type, int protocol), (family, type, protocol))
WHOLE(int, -1, bind, (int fd, const struct sockaddr *address, socklen_t size), (fd, address, size))
WHOLE(int, -1, listen, (int fd, int backlog), (fd, backlog))
WHOLE(int, -1, connect, (int fd, const struct sockaddr *address, socklen_t size),
      (fd, address, size))
WHOLE(int, -1, epoll_create1, (int flags), (flags))
WHOLE(int, -1, epoll_wait, (int fd, struct epoll_event *events, int count, int timeout),
      (fd, events, count, timeout))
WHOLE(int, -1, epoll_pwait2,
      (int fd, struct epoll_event *events, int count, const struct timespec *timeout,
       const sigset_t *signals),
      (fd, events, count, timeout, signals))
WHOLE(int, -1, timerfd_create, (int clock, int flags), (clock, flags))
WHOLE(int, -1, timerfd_settime,
      (int fd, int flags, const struct itimerspec *new, struct itimerspec *old),
      (fd, flags, new, old))
WHOLE(int, -1, fstat, (int fd, struct stat *facts), (fd, facts))
WHOLE(int, -1, stat, (const char *path, struct stat *facts), (path, facts))
WHOLE(int, -1, lstat, (const char *path, struct stat *facts), (path, facts))
WHOLE(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
WHOLE(int, -1, unlink, (const char *path), (path))
WHOLE(int, -1, rename, (const char *old, const char *new), (old, new))
WHOLE(int, -1, fsync, (int fd), (fd))
WHOLE(int, -1, chmod, (const char *path, mode_t mode), (path, mode))
WHOLE(int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
WHOLE(int, -1, getsockopt, (int fd, int level, int name, void *value, socklen_t *size),
      (fd, level, name, value, size))
WHOLE(int, -1, setsockopt, (int fd, int level, int name, const void *value, socklen_t size),
      (fd, level, name, value, size))
WHOLE(int, -1, poll, (struct pollfd * waits, nfds_t count, int timeout), (waits, count, timeout))
WHOLE(int, -1, flock, (int fd, int what), (fd, what))
WHOLE(FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
WHOLE(int, -1, eventfd, (unsigned count, int flags), (count, flags))
WHOLE(int, -1, signalfd, (int fd, const sigset_t *signals, int flags), (fd, signals, flags))
WHOLE(ssize_t, -1, sendmsg, (int fd, const struct msghdr *message, int flags),
      (fd, message, flags))
WHOLE(int, -1, shutdown, (int fd, int how), (fd, how))
WHOLE(int, -1, getpeername, (int fd, struct sockaddr *address, socklen_t *size),
      (fd, address, size))
WHOLE(int, -1, getsockname, (int fd, struct sockaddr *address, socklen_t *size),
      (fd, address, size))
WHOLE(int, EAI_SYSTEM, getaddrinfo,
      (const char *host, const char *port, const struct addrinfo *hints, struct addrinfo **found),
      (host, port, hints, found))
WHOLE(int, -1, getifaddrs, (struct ifaddrs * *all), (all))
WHOLE(DIR *, NULL, opendir, (const char *path), (path))
WHOLE(struct dirent *, NULL, readdir, (DIR * directory), (directory))

/// Where it says that nobody reads, nobody does.
ssize_t send(int fd, const void *bytes, size_t count, int flags) {
  int error = fault(CALL_send);
  if (error == EPIPE) shutdown(fd, SHUT_WR);
  if (error > 0) {
    errno = error;
    return -1;
  }
  return REAL(send)(fd, bytes, error == 0 && count > 1 ? 1 : count, flags);
}

/// To be forgotten takes no memory.
int epoll_ctl(int fd, int what, int other, struct epoll_event *event) {
  int error = what == EPOLL_CTL_DEL ? -1 : fault(CALL_epoll_ctl);
  if (error > 0) {
    errno = error;
    return -1;
  }
  return REAL(epoll_ctl)(fd, what, other, event);
}

/// Closes whatever it says, as Linux does.
int close(int fd) {
  int error = fault(CALL_close);
  int result = REAL(close)(fd);
  if (error > 0) {
    errno = error;
    return -1;
  }
  return result;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  int error = fault(CALL_open);
  if (error > 0) {
    errno = error;
    return -1;
  }
  return REAL(open)(path, flags, mode);
}

/// What open is to those who are compiled with _FORTIFY_SOURCE.
int __open_2(const char *path, int flags) { return open(path, flags); }

/// Its third argument may be a number or an address.
int fcntl(int fd, int what, ...) {
  va_list rest;
  va_start(rest, what);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  int error = fault(CALL_fcntl);
  if (error > 0) {
    errno = error;
    return -1;
  }
  return REAL(fcntl)(fd, what, argument);
}
