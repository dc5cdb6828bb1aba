#include "CImposeRuntime.h"

#include <sched.h>
#include <time.h>

void impose_pause(size_t tries) {
    // Yielding is not enough where this thread has a higher priority than the one it waits for. The sleep may end early,
    // when a signal comes: callers look again.
    if (tries < 100) sched_yield();
    else nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}
