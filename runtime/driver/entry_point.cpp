#include <string>

#include <dlfcn.h>

#include "runtime/call.hpp"
#include "runtime/driver/entry.hpp"

using lanescope::runtime::Call;

namespace {

void* in_this_library(const std::string& name) {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<void*>(&cuInit), &here) == 0) return nullptr;
  static void* const kLibrary = ::dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return kLibrary == nullptr ? nullptr : ::dlsym(kLibrary, name.c_str());
}

// The newest form of the function that a program of that version of CUDA knows.
void* driver_function(const std::string& name, unsigned version, bool per_thread) {
  constexpr unsigned kCuda13 = 13000;
  for (const char* form : {"_v4", "_v3", "_v2", ""}) {
    if (std::string_view(form) == "_v4" && version < kCuda13) continue;
    for (const char* stream : {"_ptsz", "_ptds", ""}) {
      if (!per_thread && *stream != '\0') continue;
      if (void* found = in_this_library(name + form + stream)) return found;
    }
  }
  return nullptr;
}

cudaError_t entry_point(Call& call, const char* name, void** function, unsigned version,
                        unsigned long long flags, cudaDriverEntryPointQueryResult* told) {
  if (call.refused()) return call.refusal();
  if (name == nullptr || function == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  *function = driver_function(name, version, (flags & cudaEnablePerThreadDefaultStream) != 0);
  if (told != nullptr) {
    *told = *function == nullptr ? cudaDriverEntryPointSymbolNotFound : cudaDriverEntryPointSuccess;
  }
  return call.done();
}

}  // namespace

CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* told) {
  if (name == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *function = driver_function(name, static_cast<unsigned>(version),
                              (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0);
  const bool found = *function != nullptr;
  if (told != nullptr)
    *told = found ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // programs still call it
extern "C" cudaError_t cudaGetDriverEntryPoint(const char* name, void** function,
                                               unsigned long long flags,
                                               cudaDriverEntryPointQueryResult* told) {
  Call call("cudaGetDriverEntryPoint");
  return entry_point(call, name, function, CUDA_VERSION, flags, told);
}
LANESCOPE_DRIVER_PER_THREAD(cudaGetDriverEntryPoint, _ptsz)
#pragma GCC diagnostic pop
extern "C" cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function,
                                                        unsigned version, unsigned long long flags,
                                                        cudaDriverEntryPointQueryResult* told) {
  Call call("cudaGetDriverEntryPointByVersion");
  return entry_point(call, name, function, version, flags, told);
}
LANESCOPE_DRIVER_PER_THREAD(cudaGetDriverEntryPointByVersion, _ptsz)
