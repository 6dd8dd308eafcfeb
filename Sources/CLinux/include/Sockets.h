// SPDX-License-Identifier: MIT
// Calls on UNIX sockets that need _GNU_SOURCE.
#pragma once

#include <sys/types.h>

/// Accepts a connection, non-blocking and closed on exec. -1 and errno on failure.
int clinux_accept(int fd);

/// Tells who is at the other end (SO_PEERCRED). -1 and errno on failure.
int clinux_peer(int fd, uid_t *uid, pid_t *pid);
