// As much of pthread.h as CImposeRuntime uses, for targets whose system headers are not here.

#ifndef STUB_PTHREAD_H
#define STUB_PTHREAD_H

typedef struct {
    void *words[8];
} pthread_mutex_t;

typedef struct {
    void *words[8];
} pthread_cond_t;

typedef struct thread *pthread_t;
typedef unsigned long pthread_key_t;
typedef int pthread_once_t;

#define PTHREAD_ONCE_INIT 0

int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *condition, const void *attributes);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_setspecific(pthread_key_t key, const void *value);
void *pthread_getspecific(pthread_key_t key);
int pthread_once(pthread_once_t *once, void (*body)(void));
int pthread_create(pthread_t *thread, const void *attributes, void *(*body)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
pthread_t pthread_self(void);
int pthread_main_np(void);

#endif
