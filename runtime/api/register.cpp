#include <cstring>

#include "runtime/api/entry.hpp"
#include "runtime/signals.hpp"

// What nvcc puts before main(): the program's kernels and variables by their stubs' addresses.

using lanescope::runtime::Context;
using lanescope::runtime::RegisteredModule;
using lanescope::runtime::Variable;

namespace {

RegisteredModule& module_of(void** handle) {
  return *reinterpret_cast<RegisteredModule*>(handle);  // what __cudaRegisterFatBinary gave out
}

void place_managed(RegisteredModule& module) {
  Context& context = Context::get();
  if (context.registry.managed_variables(module).empty()) return;
  if (const auto ok = context.place_variables(module); !ok) context.log.say({}, ok.error().message);
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): CUDA's names
LANESCOPE_ENTRY void** __cudaRegisterFatBinary(void* fat_binary) {
  lanescope::runtime::watch_signals();
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  lanescope::runtime::Wrapper wrapper;
  std::memcpy(&wrapper, fat_binary, sizeof wrapper);
  return reinterpret_cast<void**>(&context.registry.add(wrapper));
}

LANESCOPE_ENTRY void __cudaRegisterFatBinaryEnd(void** handle) {
  const std::lock_guard lock(Context::get().mutex);
  place_managed(module_of(handle));
}

LANESCOPE_ENTRY void __cudaUnregisterFatBinary(void** /*handle*/) {}

LANESCOPE_ENTRY char __cudaInitModule(void** handle) {
  const std::lock_guard lock(Context::get().mutex);
  place_managed(module_of(handle));
  return 1;
}

LANESCOPE_ENTRY void __cudaRegisterFunction(void** handle, const char* stub, char* /*device_stub*/,
                                            const char* name, int /*thread_limit*/, uint3* /*tid*/,
                                            uint3* /*bid*/, dim3* /*block*/, dim3* /*grid*/,
                                            int* /*warp_size*/) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  context.registry.add_kernel(module_of(handle), stub, name);
}

LANESCOPE_ENTRY void __cudaRegisterVar(void** handle, char* host, char* /*device*/,
                                       const char* name, int /*is_extern*/, size_t bytes,
                                       int /*constant*/, int /*global*/) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  context.registry.add_variable(module_of(handle), host, Variable{nullptr, name, bytes, nullptr});
}

LANESCOPE_ENTRY void __cudaRegisterManagedVar(void** handle, void** host, char* /*device*/,
                                              const char* name, int /*is_extern*/, size_t bytes,
                                              int /*constant*/, int /*global*/) {
  Context& context = Context::get();
  const std::lock_guard lock(context.mutex);
  context.registry.add_variable(module_of(handle), reinterpret_cast<void*>(host),
                                Variable{nullptr, name, bytes, host});
}

// A host variable that kernels may not name on this platform: nothing is to be known of it.
LANESCOPE_ENTRY void __cudaRegisterHostVar(void** /*handle*/, const char* /*name*/, char* /*host*/,
                                           size_t /*bytes*/) {}
LANESCOPE_ENTRY void __cudaRegisterUnifiedTable(void** /*handle*/, void* /*table*/) {}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
