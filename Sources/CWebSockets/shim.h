#pragma once
#include <libwebsockets.h>
#include <openssl/ssl.h>

/// LWS_PRE, which Swift cannot see through: so many bytes before whatever lws_write sends are its
/// own.
static const int cwebsockets_PRE = LWS_PRE;

/// TLS, and HTTP without it on the same port. Made of several options, which has the same fate.
static const uint64_t cwebsockets_TLS_OR_NOT =
    LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT |
    LWS_SERVER_OPTION_ALLOW_NON_SSL_ON_SSL_PORT |
    LWS_SERVER_OPTION_ALLOW_HTTP_ON_HTTPS_LISTENER;

/// What TLS was before 1.2, and a new handshake amid a connection: none of it.
static const long cwebsockets_OLD_TLS =
    SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
