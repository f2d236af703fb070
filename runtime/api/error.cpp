#include "runtime/api/entry.hpp"
#include "runtime/errors.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Context;
using lanescope::runtime::last_error;

namespace {

// What a kernel left stays; all else is told once.
cudaError_t ask(const char* name, bool forget) {
  Context& context = Context::get();
  Call call(name);
  context.errors_were_read();
  if (context.sticky() != 0) return static_cast<cudaError_t>(context.sticky());
  const auto error = static_cast<cudaError_t>(last_error());
  if (forget) last_error() = cudaSuccess;
  return error;
}

}  // namespace

cudaError_t cudaGetLastError() { return ask("cudaGetLastError", true); }
cudaError_t cudaPeekAtLastError() { return ask("cudaPeekAtLastError", false); }

// Who asks for its words has looked at it.
const char* cudaGetErrorName(cudaError_t error) {
  if (error != cudaSuccess && Context::exists()) Context::get().errors_were_read();
  return lanescope::runtime::error_name(error);
}
const char* cudaGetErrorString(cudaError_t error) {
  if (error != cudaSuccess && Context::exists()) Context::get().errors_were_read();
  return lanescope::runtime::error_words(error);
}
