// As much of time.h as CImposeRuntime uses, for targets whose system headers are not here.

#ifndef STUB_TIME_H
#define STUB_TIME_H

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int nanosleep(const struct timespec *time, struct timespec *rest);

#endif
