// As much of os/lock.h as CImposeRuntime uses, for targets whose system headers are not here.

#ifndef STUB_OS_LOCK_H
#define STUB_OS_LOCK_H

typedef struct os_unfair_lock_s { unsigned value; } *os_unfair_lock_t;

void os_unfair_lock_lock(os_unfair_lock_t lock);
void os_unfair_lock_unlock(os_unfair_lock_t lock);

#endif
