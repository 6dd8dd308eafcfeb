// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "Sockets.h"

#include <stddef.h>
#include <sys/socket.h>

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
