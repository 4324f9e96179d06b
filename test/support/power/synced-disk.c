/*
 * Preloaded into a browser: keeps in WAYBILL_DISK what a disk would hold of the folder WAYBILL_LIVE after a power cut.
 * A file's bytes get there when fsync or fdatasync has flushed them; a rename or a removal with the next flush of any
 * file, as in the journal of ext4. Bytes that were only written never get there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))
typedef int (*on_file)(int);
typedef int (*on_path)(const char *);
typedef int (*on_paths)(const char *, const char *);

/* A rename, or a removal where `to` is null, that no flush of this process has followed yet. */
struct change {
  struct change *next;
  char *from, *to;
};

static struct change *first, **end = &first;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

/* The path's part below the live folder, or null. */
static const char *below(const char *path) {
  const char *live = getenv("WAYBILL_LIVE");
  size_t length = live ? strlen(live) : 0;
  return length && !strncmp(path, live, length) && path[length] == '/' ? path + length : NULL;
}

static void disk_path(char out[PATH_MAX], const char *rest) {
  snprintf(out, PATH_MAX, "%s%s", getenv("WAYBILL_DISK"), rest);
}

static void make_folders(char *path) {
  for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = 0;
    mkdir(path, 0700);
    *at = '/';
  }
}

/* Copies a live file beside its place first: a kill meanwhile leaves the old bytes or the new ones. */
static void copy(const char *rest) {
  char live[PATH_MAX], part[PATH_MAX], disk[PATH_MAX], bytes[65536];
  snprintf(live, PATH_MAX, "%s%s", getenv("WAYBILL_LIVE"), rest);
  disk_path(disk, rest);
  if (snprintf(part, PATH_MAX, "%s.%d.part", disk, (int)getpid()) >= PATH_MAX) return;
  int in = open(live, O_RDONLY | O_CLOEXEC);
  if (in < 0) return;
  make_folders(part);
  int out = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  ssize_t count = -1;
  while (out >= 0 && (count = read(in, bytes, sizeof bytes)) > 0)
    if (write(out, bytes, count) != count) break;
  close(in);
  if (out >= 0) close(out);
  if (count == 0) REAL(on_paths, "rename")(part, disk);
}

static void apply(struct change *one) {
  char from[PATH_MAX], to[PATH_MAX];
  disk_path(from, one->from);
  if (!one->to) {
    REAL(on_path, "remove")(from);
    return;
  }
  disk_path(to, one->to);
  make_folders(to);
  /* ext4 writes the bytes of a file that takes another one's place (auto_da_alloc). */
  if (REAL(on_paths, "rename")(from, to) != 0) copy(one->to);
}

static void note(const char *from, const char *to) {
  const char *from_rest = below(from), *to_rest = to ? below(to) : NULL;
  if (!from_rest || (to && !to_rest)) return;
  struct change *one = calloc(1, sizeof *one);
  one->from = strdup(from_rest);
  one->to = to_rest ? strdup(to_rest) : NULL;
  pthread_mutex_lock(&guard);
  *end = one;
  end = &one->next;
  pthread_mutex_unlock(&guard);
}

static void flushed(int file) {
  char link[64], path[PATH_MAX];
  struct stat is;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  const char *rest = below(path);
  if (!rest) return;
  pthread_mutex_lock(&guard);
  while (first) {
    struct change *one = first;
    apply(one);
    first = one->next;
    free(one->from);
    free(one->to);
    free(one);
  }
  end = &first;
  if (fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_nlink > 0) copy(rest);
  pthread_mutex_unlock(&guard);
}

int fsync(int file) {
  int failed = REAL(on_file, "fsync")(file);
  if (!failed) flushed(file);
  return failed;
}

int fdatasync(int file) {
  int failed = REAL(on_file, "fdatasync")(file);
  if (!failed) flushed(file);
  return failed;
}

int rename(const char *from, const char *to) {
  int failed = REAL(on_paths, "rename")(from, to);
  if (!failed) note(from, to);
  return failed;
}

int unlink(const char *path) {
  int failed = REAL(on_path, "unlink")(path);
  if (!failed) note(path, NULL);
  return failed;
}

int remove(const char *path) {
  int failed = REAL(on_path, "remove")(path);
  if (!failed) note(path, NULL);
  return failed;
}
