// SPDX-License-Identifier: MIT
// Calls on UNIX sockets that need _GNU_SOURCE.
#pragma once

#include <sys/types.h>

/// Accepts a connection, non-blocking and closed on exec. -1 and errno on failure.
int clinux_accept(int fd);

/// Tells who is at the other end (SO_PEERCRED). -1 and errno on failure.
int clinux_peer(int fd, uid_t *uid, pid_t *pid);

/// Connects to a UNIX stream socket, non-blocking and closed on exec: -1 and errno where nobody
/// listens, or the path is too long (ENAMETOOLONG).
int clinux_connect(const char *path);

/// Listens on a UNIX stream socket that is the owner's alone (0600), non-blocking and closed on
/// exec. A socket that nobody serves makes room. -1 and errno on failure: EADDRINUSE where somebody
/// serves there, or the path is something else than a socket.
int clinux_listen(const char *path);
