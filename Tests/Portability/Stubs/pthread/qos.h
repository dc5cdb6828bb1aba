// As much of pthread/qos.h as CImposeRuntime uses, for Apple's targets, whose system headers are not here.

#ifndef STUB_PTHREAD_QOS_H
#define STUB_PTHREAD_QOS_H

#include <pthread.h>

typedef unsigned int qos_class_t;
typedef struct pthread_override_s *pthread_override_t;

qos_class_t qos_class_self(void);
pthread_override_t pthread_override_qos_class_start_np(pthread_t thread, qos_class_t class, int relativePriority);
int pthread_override_qos_class_end_np(pthread_override_t override);

#endif
