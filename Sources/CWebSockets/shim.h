#pragma once
#include <libwebsockets.h>

/// LWS_PRE, which Swift cannot see through: so many bytes before whatever lws_write sends are its
/// own.
static const int cwebsockets_PRE = LWS_PRE;
