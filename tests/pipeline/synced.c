/* What a power cut leaves: a copy of each file as it was when it was synced last.
   Preloaded into a process; copies go to the folder that SYNCED names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void copy(int fd) {
  char link[64], path[PATH_MAX], begun[PATH_MAX], target[PATH_MAX], block[65536];
  const char *folder = getenv("SYNCED");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (!folder || length < 0) return;
  path[length] = 0;
  const char *name = strrchr(path, '/') + 1;
  snprintf(begun, sizeof begun, "%s/.%s.%d", folder, name, getpid());
  snprintf(target, sizeof target, "%s/%s", folder, name);
  int from = open(path, O_RDONLY), to = open(begun, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  while (from >= 0 && to >= 0 && (length = read(from, block, sizeof block)) > 0)
    if (write(to, block, length) != length) abort();
  close(from);
  close(to);
  rename(begun, target);
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int status = real(fd);
  copy(fd);
  return status;
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int status = real(fd);
  copy(fd);
  return status;
}
