// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "Sockets.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

int clinux_accept(int fd) {
  return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_peer(int fd, uid_t *uid, pid_t *pid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *uid = peer.uid;
  *pid = peer.pid;
  return 0;
}

static int address(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static int failed(int fd) {
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

int clinux_connect(const char *path) {
  struct sockaddr_un place;
  int fd = address(path, &place);
  if (fd < 0) return -1;
  if (connect(fd, (struct sockaddr *)&place, sizeof place) < 0) return failed(fd);
  return fd;
}

int clinux_listen(const char *path) {
  struct sockaddr_un place;
  int fd = address(path, &place);
  if (fd < 0) return -1;
  struct stat status;
  if (lstat(path, &status) == 0) {
    int probe = S_ISSOCK(status.st_mode) ? clinux_connect(path) : -1;
    if (probe >= 0) close(probe);
    if (probe >= 0 || !S_ISSOCK(status.st_mode) || errno != ECONNREFUSED) {
      errno = EADDRINUSE;
      return failed(fd);
    }
    unlink(path);
  }
  mode_t mask = umask(0177);
  int bound = bind(fd, (struct sockaddr *)&place, sizeof place);
  int reason = errno;
  umask(mask);
  errno = reason;
  if (bound < 0) return failed(fd);
  if (listen(fd, 16) < 0) {
    unlink(path);
    return failed(fd);
  }
  return fd;
}
