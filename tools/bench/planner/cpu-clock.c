/* Preloaded into a peer: every clock it can ask counts the processor time of its process, so that a limit in seconds of a
   wall clock becomes one of processor seconds, on a busy machine too. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const time_t BEGIN = 1700000000;

static int spent(struct timespec *at) {
  int failed = syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, at);
  at->tv_sec += BEGIN;
  return failed;
}

int clock_gettime(clockid_t id, struct timespec *at) {
  if (id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID) return syscall(SYS_clock_gettime, id, at);
  return spent(at);
}

int gettimeofday(struct timeval *at, void *zone) {
  struct timespec now;
  (void)zone;
  spent(&now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  spent(&now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
