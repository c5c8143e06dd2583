/* Preloaded into a process, it writes down what the process does to the files of one folder: in order, with the bytes, and with every
 * sync, so that a power cut at any moment can be played afterwards. One lock makes the order in the record the order of the deeds.
 *
 * RECORD_OF: the folder (absolute, no links). RECORD_TO: the record. An entry: the deed (one letter), the length of the name (16 bits),
 * the name inside the folder (none: the folder itself), a position and a length (64 bits each), and for a write its bytes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define DESCRIPTORS 4096

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;
static char folder[PATH_MAX];
static size_t folder_length;
static char *names[DESCRIPTORS];

__attribute__((constructor)) static void begin(void) {
    const char *of = getenv("RECORD_OF"), *to = getenv("RECORD_TO");
    if (!of || !to || strlen(of) >= sizeof folder)
        return;
    strcpy(folder, of);
    folder_length = strlen(folder);
    record = (int)syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The name inside the folder, or null. */
static const char *inside(const char *path) {
    if (record < 0 || !path || strncmp(path, folder, folder_length))
        return 0;
    path += folder_length;
    if (*path && *path != '/')
        return 0;
    while (*path == '/')
        path++;
    return path;
}

static const char *name_of(int fd) { return fd >= 0 && fd < DESCRIPTORS ? names[fd] : 0; }

static void note(char deed, const char *name, uint64_t at, uint64_t length, const void *bytes) {
    int kept = errno;
    uint16_t letters = (uint16_t)strlen(name);
    struct iovec parts[] = {
        {&deed, 1}, {&letters, 2}, {(void *)name, letters}, {&at, 8}, {&length, 8}, {(void *)bytes, bytes ? length : 0},
    };
    /* A record that can't be kept is worth nothing. */
    ssize_t whole = 0;
    for (int part = 0; part < 6; part++)
        whole += (ssize_t)parts[part].iov_len;
    if (syscall(SYS_writev, record, parts, 6) != whole)
        abort();
    errno = kept;
}

static int opened(int at, const char *path, int flags, mode_t mode) {
    const char *name = inside(path);
    if (!name)
        return (int)syscall(SYS_openat, at, path, flags, mode);
    pthread_mutex_lock(&order);
    int there = syscall(SYS_faccessat, at, path, F_OK) == 0;
    int fd = (int)syscall(SYS_openat, at, path, flags, mode);
    if (fd >= DESCRIPTORS)
        abort();
    if (fd >= 0) {
        names[fd] = strdup(name);
        if (*name && !there)
            note('c', name, 0, 0, 0);
        else if (*name && (flags & O_TRUNC))
            note('t', name, 0, 0, 0);
    }
    pthread_mutex_unlock(&order);
    return fd;
}

#define WITH_MODE                                                                                                                            \
    mode_t mode = 0;                                                                                                                         \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                                                     \
        va_list rest;                                                                                                                        \
        va_start(rest, flags);                                                                                                               \
        mode = va_arg(rest, mode_t);                                                                                                         \
        va_end(rest);                                                                                                                        \
    }

int open(const char *path, int flags, ...) { WITH_MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { WITH_MODE return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { WITH_MODE return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { WITH_MODE return opened(at, path, flags, mode); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int fd) {
    if (name_of(fd)) {
        pthread_mutex_lock(&order);
        free(names[fd]);
        names[fd] = 0;
        pthread_mutex_unlock(&order);
    }
    return (int)syscall(SYS_close, fd);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (!name_of(fd))
        return syscall(SYS_write, fd, bytes, length);
    pthread_mutex_lock(&order);
    ssize_t done = syscall(SYS_write, fd, bytes, length);
    if (done > 0)
        note('w', names[fd], (uint64_t)(syscall(SYS_lseek, fd, 0, SEEK_CUR) - done), (uint64_t)done, bytes);
    pthread_mutex_unlock(&order);
    return done;
}

static ssize_t written_at(int fd, const void *bytes, size_t length, off_t at) {
    if (!name_of(fd))
        return syscall(SYS_pwrite64, fd, bytes, length, at);
    pthread_mutex_lock(&order);
    ssize_t done = syscall(SYS_pwrite64, fd, bytes, length, at);
    if (done > 0)
        note('w', names[fd], (uint64_t)at, (uint64_t)done, bytes);
    pthread_mutex_unlock(&order);
    return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return written_at(fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return written_at(fd, bytes, length, at); }

static int cut(int fd, off_t length) {
    if (!name_of(fd))
        return (int)syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&order);
    int done = (int)syscall(SYS_ftruncate, fd, length);
    if (done == 0)
        note('t', names[fd], (uint64_t)length, 0, 0);
    pthread_mutex_unlock(&order);
    return done;
}

int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length); }

static int synced(int fd, long call) {
    if (!name_of(fd))
        return (int)syscall(call, fd);
    pthread_mutex_lock(&order);
    int done = (int)syscall(call, fd);
    if (done == 0)
        note('s', names[fd], 0, 0, 0);
    pthread_mutex_unlock(&order);
    return done;
}

int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int unlinkat(int at, const char *path, int flags) {
    const char *name = inside(path);
    if (!name)
        return (int)syscall(SYS_unlinkat, at, path, flags);
    pthread_mutex_lock(&order);
    int done = (int)syscall(SYS_unlinkat, at, path, flags);
    if (done == 0)
        note('u', name, 0, 0, 0);
    pthread_mutex_unlock(&order);
    return done;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

/* Deeds that the player of the record doesn't know: noted, so that the test fails instead of playing something else. */
static void unknown(const char *name) {
    if (!name)
        return;
    pthread_mutex_lock(&order);
    note('x', name, 0, 0, 0);
    pthread_mutex_unlock(&order);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    unknown(name_of(fd));
    return syscall(SYS_writev, fd, parts, count);
}

int fallocate(int fd, int mode, off_t at, off_t length) {
    unknown(name_of(fd));
    return (int)syscall(SYS_fallocate, fd, mode, at, length);
}

int rename(const char *from, const char *to) {
    unknown(inside(from));
    unknown(inside(to));
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
