// The Go runtime ends with a stack trace where it gets no memory, files or threads to start with, and DuckDB with one of its own.
// What they need at the least is looked at before either begins, and so not in Go.

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static void require(int what, rlim_t least, const char *has, const char *mend) {
	struct rlimit l;
	if (getrlimit(what, &l) == 0 && l.rlim_cur != RLIM_INFINITY && l.rlim_cur < least) {
		fprintf(stderr, "askomop: this shell allows %llu %s, and at least %llu are needed; allow more: %s\n",
			(unsigned long long)l.rlim_cur, has, (unsigned long long)least, mend);
		exit(1);
	}
}

__attribute__((constructor)) static void require_limits(void) {
	require(RLIMIT_AS, 3000000000ULL, "bytes of address space", "ulimit -v unlimited");
	require(RLIMIT_NOFILE, 32, "open files", "ulimit -n 1024");
	require(RLIMIT_NPROC, 32, "processes and threads", "ulimit -u unlimited");
}
