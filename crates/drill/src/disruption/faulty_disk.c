// A library for LD_PRELOAD that makes the disk of one process fail. It intercepts the calls of the C library that write
// one SQLite database and its write-ahead log. All other calls pass through unchanged.
//
// POWERBOATS_FAULTY_DISK_FILE    the database; its write-ahead log is FILE-wal
// POWERBOATS_FAULTY_DISK_FOLDER  a folder through which the drill and this library communicate:
//   switch    "sync 7": every 7th fsync fails with EIO; "write 3": every 3rd write fails with ENOSPC. Without this file
//             nothing fails.
//   failures  one byte for each call that failed
//   undo-db, undo-wal
//             The undo journal, kept if there is a file `journal`: for each write since the last fsync, the bytes it
//             replaced. After kill -9 the drill uses it to undo what a power cut would have lost.
//
// POWERBOATS_FAULTY_DISK_LIES    If set, fsync does nothing and reports success. The power-cut drill must then find
//                                faults, which shows that it can.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef ssize_t (*write_fn)(int, const void *, size_t);
typedef ssize_t (*pwrite_fn)(int, const void *, size_t, off_t);
typedef int (*sync_fn)(int);
typedef int (*truncate_fn)(int, off_t);

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;

static void path_in_folder(char *path, const char *name) {
    snprintf(path, PATH_MAX, "%s/%s", getenv("POWERBOATS_FAULTY_DISK_FOLDER"), name);
}

// Whether a descriptor is the database ("db"), its log ("wal") or another file (NULL).
static const char *watched_file(int fd) {
    const char *file = getenv("POWERBOATS_FAULTY_DISK_FILE");
    if (!file || !getenv("POWERBOATS_FAULTY_DISK_FOLDER")) return NULL;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    size_t prefix = strlen(file);
    if (strncmp(path, file, prefix)) return NULL;
    if (!path[prefix]) return "db";
    return strcmp(path + prefix, "-wal") ? NULL : "wal";
}

// Decides whether this call fails, and counts it if it does.
static int should_fail(const char *kind) {
    static atomic_uint calls;
    char path[PATH_MAX], text[64] = "", word[16] = "";
    unsigned every = 0;
    path_in_folder(path, "switch");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0 || sscanf(text, "%15s %u", word, &every) != 2 || strcmp(word, kind) || !every) return 0;
    if (atomic_fetch_add(&calls, 1) % every != every - 1) return 0;
    path_in_folder(path, "failures");
    fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        REAL(write_fn, "write")(fd, "x", 1);
        close(fd);
    }
    return 1;
}

static int keeps_journal(void) {
    char path[PATH_MAX];
    path_in_folder(path, "journal");
    return !access(path, F_OK);
}

static int open_undo(const char *which, int flags) {
    char name[32], path[PATH_MAX];
    snprintf(name, sizeof name, "undo-%s", which);
    path_in_folder(path, name);
    return open(path, flags | O_CLOEXEC, 0600);
}

// Appends the present bytes and the file's length to the journal. This happens before the write itself, so if an entry is
// incomplete, its write never happened.
static void append_to_journal(int fd, const char *which, off_t at, size_t length) {
    struct stat now;
    if (fstat(fd, &now)) return;
    size_t there = at >= now.st_size ? 0 : (size_t)(now.st_size - at);
    if (there > length) there = length;
    int64_t head[3] = {at, (int64_t)there, now.st_size};
    char *bytes = malloc(sizeof head + there);
    if (!bytes) return;
    memcpy(bytes, head, sizeof head);
    ssize_t got = there ? pread(fd, bytes + sizeof head, there, at) : 0;
    pthread_mutex_lock(&journal_lock);
    int undo = got == (ssize_t)there ? open_undo(which, O_WRONLY | O_CREAT | O_APPEND) : -1;
    if (undo >= 0) {
        REAL(write_fn, "write")(undo, bytes, sizeof head + there);
        close(undo);
    }
    pthread_mutex_unlock(&journal_lock);
    free(bytes);
}

// Empties the journal, because everything is on the disk now.
static void clear_journal(const char *which) {
    pthread_mutex_lock(&journal_lock);
    int undo = open_undo(which, O_WRONLY | O_TRUNC);
    if (undo >= 0) close(undo);
    pthread_mutex_unlock(&journal_lock);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    const char *which = watched_file(fd);
    if (which && should_fail("write")) {
        errno = ENOSPC;
        return -1;
    }
    if (which && keeps_journal()) append_to_journal(fd, which, lseek(fd, 0, SEEK_CUR), length);
    return REAL(write_fn, "write")(fd, bytes, length);
}

static ssize_t write_at(const char *name, int fd, const void *bytes, size_t length, off_t at) {
    const char *which = watched_file(fd);
    if (which && should_fail("write")) {
        errno = ENOSPC;
        return -1;
    }
    if (which && keeps_journal()) append_to_journal(fd, which, at, length);
    return REAL(pwrite_fn, name)(fd, bytes, length, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return write_at("pwrite", fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
    return write_at("pwrite64", fd, bytes, length, at);
}

static int truncate_file(const char *name, int fd, off_t length) {
    const char *which = watched_file(fd);
    if (which && keeps_journal()) append_to_journal(fd, which, length, SIZE_MAX);
    return REAL(truncate_fn, name)(fd, length);
}

int ftruncate(int fd, off_t length) { return truncate_file("ftruncate", fd, length); }
int ftruncate64(int fd, off64_t length) { return truncate_file("ftruncate64", fd, length); }

static int sync_file(const char *name, int fd) {
    const char *which = watched_file(fd);
    if (which && should_fail("sync")) {
        errno = EIO;
        return -1;
    }
    if (which && getenv("POWERBOATS_FAULTY_DISK_LIES")) return 0;
    int done = REAL(sync_fn, name)(fd);
    if (which && !done) clear_journal(which);
    return done;
}

int fsync(int fd) { return sync_file("fsync", fd); }
int fdatasync(int fd) { return sync_file("fdatasync", fd); }
