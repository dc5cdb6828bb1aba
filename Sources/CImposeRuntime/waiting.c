#include "CImposeRuntime.h"

#include <sched.h>
#include <time.h>

void impose_yield(void) {
    sched_yield();
}

void impose_sleep(uint32_t microseconds) {
    // It may end early, when a signal comes: callers look again.
    nanosleep(&(struct timespec){.tv_nsec = (long)microseconds * 1000}, NULL);
}
