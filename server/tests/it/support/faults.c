/* Makes the disk or the memory of one process fail while a file says so.
 *
 * Preloaded into a process (LD_PRELOAD), it looks at two variables of the
 * environment: FAULTS_UNDER, a folder, and FAULTS_FILE, a file whose first word
 * is what is to happen now:
 *
 *   full    writing into files under the folder fails with ENOSPC
 *   io      writing and flushing them fails with EIO
 *   memory  malloc fails on the threads of SQLite's connections, and in the
 *           sessions of Postgres
 *
 * With any other word, or without the file, everything works. faults.rs builds
 * it and writes the word.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char file[4096], folder[4096];

/* Copied: Postgres writes its title over its environment. */
__attribute__((constructor)) static void start(void) {
    const char *name = getenv("FAULTS_FILE"), *place = getenv("FAULTS_UNDER");
    if (!name || !place) return;
    strncpy(file, name, sizeof file - 1);
    strncpy(folder, place, sizeof folder - 1);
}

/* The first letter of the word. System calls only: malloc comes here, too. */
static char now(void) {
    char word = 0;
    if (!file[0]) return 0;
    int saved = errno;
    long fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        if (syscall(SYS_read, fd, &word, 1) != 1) word = 0;
        syscall(SYS_close, fd);
    }
    errno = saved;
    return word;
}

static int is_ours(int fd) {
    char link[32], path[4096];
    char *end = link + sizeof link;
    *--end = 0;
    for (int rest = fd; rest || end == link + sizeof link - 1; rest /= 10) *--end = '0' + rest % 10;
    end -= 14;
    memcpy(end, "/proc/self/fd/", 14);
    long length = syscall(SYS_readlinkat, AT_FDCWD, end, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

/* The error that is to be given instead of writing, or 0. */
static int refusal(int fd) {
    char word = now();
    if ((word != 'f' && word != 'i') || !is_ours(fd)) return 0;
    return word == 'f' ? ENOSPC : EIO;
}

#define REAL(name) ((__typeof__(&name))real(&real_##name, #name))

static void *real(void **known, const char *name) {
    if (!*known) *known = dlsym(RTLD_NEXT, name);
    return *known;
}

#define INSTEAD(fd) \
    do { \
        int error = refusal(fd); \
        if (error) { errno = error; return -1; } \
    } while (0)

static void *real_write, *real_pwrite, *real_pwrite64, *real_pwritev, *real_pwritev64;
static void *real_ftruncate, *real_ftruncate64, *real_posix_fallocate, *real_posix_fallocate64;

ssize_t write(int fd, const void *bytes, size_t count) {
    INSTEAD(fd);
    return REAL(write)(fd, bytes, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    INSTEAD(fd);
    return REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    INSTEAD(fd);
    return REAL(pwrite64)(fd, bytes, count, at);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
    INSTEAD(fd);
    return REAL(pwritev)(fd, parts, count, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
    INSTEAD(fd);
    return REAL(pwritev64)(fd, parts, count, at);
}
int ftruncate(int fd, off_t size) {
    INSTEAD(fd);
    return REAL(ftruncate)(fd, size);
}
int ftruncate64(int fd, off64_t size) {
    INSTEAD(fd);
    return REAL(ftruncate64)(fd, size);
}
/* These two hand their error back. */
int posix_fallocate(int fd, off_t at, off_t size) {
    int error = refusal(fd);
    return error ? error : REAL(posix_fallocate)(fd, at, size);
}
int posix_fallocate64(int fd, off64_t at, off64_t size) {
    int error = refusal(fd);
    return error ? error : REAL(posix_fallocate64)(fd, at, size);
}

/* A full disk can still flush what is there. */
static void *real_fsync, *real_fdatasync;

int fsync(int fd) {
    if (now() == 'i') INSTEAD(fd);
    return REAL(fsync)(fd);
}
int fdatasync(int fd) {
    if (now() == 'i') INSTEAD(fd);
    return REAL(fdatasync)(fd);
}

/* glibc's own, so that dlsym may call malloc. */
extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);

/* Postgres calls a process that serves a session by who it serves; its other
 * processes would take the whole of it down with them. */
static int is_session(void) {
    char title[64] = {0};
    int saved = errno;
    long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        if (syscall(SYS_read, fd, title, sizeof title - 1) < 0) title[0] = 0;
        syscall(SYS_close, fd);
    }
    errno = saved;
    return strncmp(title, "postgres: vzetek ", 17) == 0;
}

static int is_out_of_memory(void) {
    char name[17] = {0};
    prctl(PR_GET_NAME, name);
    if (strncmp(name, "sqlx-sqlite", 11) == 0) return now() == 'm';
    return strcmp(name, "postgres") == 0 && now() == 'm' && is_session();
}

void *malloc(size_t size) {
    if (is_out_of_memory()) { errno = ENOMEM; return NULL; }
    return __libc_malloc(size);
}
void *realloc(void *old, size_t size) {
    if (is_out_of_memory()) { errno = ENOMEM; return NULL; }
    return __libc_realloc(old, size);
}
