// python/core/wheel/older_libraries.cpp: lets the module run where the C and C++ libraries are older than here. Two
// functions have a new version in glibc 2.35 and libstdc++ 3.4.30; the one that all others have does as well. Linked
// with --wrap, in wheels only.
#include <condition_variable>
#include <mutex>

#define EXPLAINEE_WAIT "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE"

__asm__(".symver explainee_older_hypot,hypot@GLIBC_2.2.5");
__asm__(".symver explainee_older_wait," EXPLAINEE_WAIT "@GLIBCXX_3.4.11");

extern "C" {

double explainee_older_hypot(double x, double y);
void explainee_older_wait(std::condition_variable* self, std::unique_lock<std::mutex>* lock);

double wrapped_hypot(double x, double y) __asm__("__wrap_hypot");
double wrapped_hypot(double x, double y) { return explainee_older_hypot(x, y); }

void wrapped_wait(std::condition_variable* self, std::unique_lock<std::mutex>* lock) __asm__("__wrap_" EXPLAINEE_WAIT);
void wrapped_wait(std::condition_variable* self, std::unique_lock<std::mutex>* lock) {
  explainee_older_wait(self, lock);
}

}  // extern "C"
