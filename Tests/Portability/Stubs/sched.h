// As much of sched.h as CImposeRuntime uses, for targets whose system headers are not here.

#ifndef STUB_SCHED_H
#define STUB_SCHED_H

int sched_yield(void);

#endif
