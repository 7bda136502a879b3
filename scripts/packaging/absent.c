/* Stands for the functions of libraries that Debian does not have as archives: static.sh links each
 * of their names to one of these. A program that calls one says what it is without, and ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATUS_SYSTEM = 4 }; /* common/program.h */

static _Noreturn void absent(const char *what)
{
	fprintf(stderr,
		"%s: %s: not in a static program\nuse the Debian package, or a build with make\n",
		program_invocation_short_name, what);
	exit(STATUS_SYSTEM);
}

_Noreturn void absent_jq(void);
_Noreturn void absent_kerberos(void);
_Noreturn void absent_ldap(void);
_Noreturn void absent_rtmp(void);
_Noreturn void absent_gnutls(void);
_Noreturn void absent_ssh(void);
_Noreturn void absent_brotli(void);
_Noreturn void absent_idn(void);
_Noreturn void absent_http2(void);
int absent_start(void);

void absent_jq(void)
{
	absent("jq");
}

void absent_kerberos(void)
{
	absent("Kerberos");
}

void absent_ldap(void)
{
	absent("LDAP");
}

void absent_rtmp(void)
{
	absent("RTMP");
}

void absent_gnutls(void)
{
	absent("a server's TLS");
}

void absent_ssh(void)
{
	absent("SSH");
}

void absent_brotli(void)
{
	absent("Brotli");
}

void absent_idn(void)
{
	absent("a host's name beyond ASCII");
}

void absent_http2(void)
{
	absent("HTTP/2");
}

/* libmicrohttpd starts and ends gnutls, also for a server without TLS; libcurl libssh2. */
int absent_start(void)
{
	return 0;
}
