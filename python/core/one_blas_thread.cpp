// python/core/one_blas_thread.cpp: OpenBLAS starts threads when it is loaded, unless its environment says otherwise;
// ours are enough. The variable is set before its constructor runs and taken back after it, so that other libraries of
// the process do not see it.
#include <cstdlib>

namespace {

constexpr const char* kVariable = "OPENBLAS_NUM_THREADS";
bool set_here = false;  // between two constructors of one thread

__attribute__((constructor(101))) void ask_for_one_thread() {
  set_here = std::getenv(kVariable) == nullptr;
  if (set_here) static_cast<void>(::setenv(kVariable, "1", 0));
}

// After the constructors without a priority, OpenBLAS's among them.
struct TakeBack {
  TakeBack() {
    if (set_here) static_cast<void>(::unsetenv(kVariable));
  }
};

}  // namespace

namespace explainee::python {

void take_back_blas_variable() { static const TakeBack kOnce; }

}  // namespace explainee::python
