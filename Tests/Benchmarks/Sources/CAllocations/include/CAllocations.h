// Counts heap allocations by standing in for malloc and its relatives in the whole process.

#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this platform. They are with glibc.
bool allocations_are_counted(void);

/// How many allocations the calling thread has made so far.
uint64_t allocations_of_this_thread(void);

#endif
