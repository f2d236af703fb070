#include "runtime/context.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "runtime/driver/entry.hpp"
#include "runtime/errors.hpp"

namespace lanescope::runtime::driver {
namespace {

bool& initialized() {
  static bool done = false;
  return done;
}
// The one context that there is: the primary one, whatever a program calls it.
CUcontext the_context() {
  static int place = 0;
  return reinterpret_cast<CUcontext>(&place);
}
std::vector<CUcontext>& current() {
  static thread_local std::vector<CUcontext> t_current;
  return t_current;
}

struct ErrorName {
  CUresult error;
  const char* name;
};
constexpr ErrorName kErrorNames[] = {
#define LANESCOPE_DRIVER_ERROR(name) {name, #name},
#include "runtime/driver/driver_errors.def"
#undef LANESCOPE_DRIVER_ERROR
};
const ErrorName* name_of(CUresult error) {
  const auto* found = std::ranges::find(kErrorNames, error, &ErrorName::error);
  return found == std::end(kErrorNames) ? nullptr : found;
}

// Of what needs no context.
CUresult known(int device) {
  if (!initialized()) return CUDA_ERROR_NOT_INITIALIZED;
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult give_context(CUcontext* context, int device) {
  if (const CUresult no = known(device); no != CUDA_SUCCESS) return no;
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = the_context();
  return CUDA_SUCCESS;
}
CUresult make_current(CUcontext* context, int device) {
  const CUresult result = give_context(context, device);
  if (result == CUDA_SUCCESS) current().push_back(*context);
  return result;
}

}  // namespace

CUresult result_of(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorUnsupportedLimit:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return static_cast<CUresult>(error);
  }
}

CUresult ready() {
  if (!initialized()) return CUDA_ERROR_NOT_INITIALIZED;
  const bool of_the_runtime = Context::exists() && Context::get().has_device();
  return current().empty() && !of_the_runtime ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

}  // namespace lanescope::runtime::driver

namespace driver = lanescope::runtime::driver;

CUresult cuInit(unsigned flags) {
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  driver::initialized() = true;
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  return driver::result_of(cudaDriverGetVersion(version));
}
CUresult cuGetErrorName(CUresult error, const char** name) {
  const auto* found = driver::name_of(error);
  *name = found == nullptr ? nullptr : found->name;
  return found == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult error, const char** words) {
  const bool known = driver::name_of(error) != nullptr;
  *words = known ? lanescope::runtime::error_words(static_cast<int>(error)) : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetCount(int* count) {
  const CUresult no = driver::known(0);
  return no != CUDA_SUCCESS ? no : driver::result_of(cudaGetDeviceCount(count));
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (const CUresult no = driver::known(ordinal); no != CUDA_SUCCESS) return no;
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (const CUresult no = driver::known(device); no != CUDA_SUCCESS) return no;
  cudaDeviceProp properties;
  const cudaError_t error = cudaGetDeviceProperties(&properties, device);
  if (error != cudaSuccess || name == nullptr || length <= 0) return CUDA_ERROR_INVALID_VALUE;
  std::strncpy(name, properties.name, static_cast<std::size_t>(length));
  name[length - 1] = '\0';
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (const CUresult no = driver::known(device); no != CUDA_SUCCESS) return no;
  cudaDeviceProp properties;
  const cudaError_t error = cudaGetDeviceProperties(&properties, device);
  if (error == cudaSuccess) *bytes = properties.totalGlobalMem;
  return driver::result_of(error);
}
// Both number their attributes alike.
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device) {
  if (const CUresult no = driver::known(device); no != CUDA_SUCCESS) return no;
  const lanescope::runtime::Spoken spoken("cuDeviceGetAttribute");
  return driver::result_of(
      cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(which), device));
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return driver::give_context(context, device);
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return driver::known(device); }
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (const CUresult no = driver::known(device); no != CUDA_SUCCESS) return no;
  const lanescope::runtime::Spoken spoken("cuDevicePrimaryCtxReset");
  return driver::result_of(cudaDeviceReset());
}
// Of programs that were built for CUDA 12; no header declares it to us.
extern "C" __attribute__((visibility("default"))) CUresult cuCtxCreate_v2(CUcontext* context,
                                                                          unsigned /*flags*/,
                                                                          CUdevice device) {
  return driver::make_current(context, device);
}
CUresult cuCtxCreate_v4(CUcontext* context, CUctxCreateParams* /*wanted*/, unsigned /*flags*/,
                        CUdevice device) {
  return driver::make_current(context, device);
}
// What it leaves allocated is told at the program's end, as of the primary one.
CUresult cuCtxDestroy(CUcontext context) {
  if (context != driver::the_context()) return CUDA_ERROR_INVALID_CONTEXT;
  if (!driver::current().empty()) driver::current().pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  if (context != driver::the_context()) return CUDA_ERROR_INVALID_CONTEXT;
  driver::current().push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (driver::current().empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = driver::current().back();
  driver::current().pop_back();
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  if (const CUresult no = driver::known(0); no != CUDA_SUCCESS) return no;
  if (context != nullptr && context != driver::the_context()) return CUDA_ERROR_INVALID_CONTEXT;
  if (!driver::current().empty()) driver::current().pop_back();
  if (context != nullptr) driver::current().push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  if (const CUresult no = driver::known(0); no != CUDA_SUCCESS) return no;
  *context = driver::ready() == CUDA_SUCCESS ? driver::the_context() : nullptr;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  if (const CUresult no = driver::ready(); no != CUDA_SUCCESS) return no;
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  return driver::as("cuCtxSynchronize", [] { return cudaDeviceSynchronize(); });
}
