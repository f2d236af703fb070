#include "runtime/call.hpp"
#include "runtime/driver/entry.hpp"

// The runtime API's own libraries of kernels are the driver's modules.

using lanescope::runtime::Spoken;

namespace {

cudaError_t as_runtime(CUresult result) {
  return result == CUDA_ERROR_NOT_FOUND ? cudaErrorSymbolNotFound
                                        : static_cast<cudaError_t>(result);
}
CUmodule module_of(cudaLibrary_t library) { return reinterpret_cast<CUmodule>(library); }

// The runtime needs no cuInit, and its context is there by itself.
void initialise() {
  cuInit(0);
  static_cast<void>(lanescope::runtime::Context::get().memory());
}

}  // namespace

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code,
                                cudaJitOption* /*options*/, void** /*values*/, unsigned /*count*/,
                                cudaLibraryOption* /*library_options*/, void** /*library_values*/,
                                unsigned /*library_count*/) {
  const Spoken spoken("cudaLibraryLoadData");
  initialise();
  return as_runtime(cuModuleLoadData(reinterpret_cast<CUmodule*>(library), code));
}
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* path,
                                    cudaJitOption* /*options*/, void** /*values*/,
                                    unsigned /*count*/, cudaLibraryOption* /*library_options*/,
                                    void** /*library_values*/, unsigned /*library_count*/) {
  const Spoken spoken("cudaLibraryLoadFromFile");
  initialise();
  return as_runtime(cuModuleLoad(reinterpret_cast<CUmodule*>(library), path));
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  const Spoken spoken("cudaLibraryUnload");
  return as_runtime(cuModuleUnload(module_of(library)));
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  const Spoken spoken("cudaLibraryGetKernel");
  return as_runtime(
      cuModuleGetFunction(reinterpret_cast<CUfunction*>(kernel), module_of(library), name));
}
cudaError_t cudaLibraryGetGlobal(void** pointer, size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  const Spoken spoken("cudaLibraryGetGlobal");
  return as_runtime(
      cuModuleGetGlobal(reinterpret_cast<CUdeviceptr*>(pointer), bytes, module_of(library), name));
}
