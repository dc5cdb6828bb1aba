#pragma once
typedef struct os_unfair_lock_s { unsigned value; } *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t lock);
void os_unfair_lock_unlock(os_unfair_lock_t lock);
