#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/api/launch.hpp"
#include "runtime/call.hpp"
#include "runtime/driver/entry.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Kernel;
using lanescope::runtime::RegisteredModule;
using lanescope::runtime::driver::as;

namespace {

std::set<RegisteredModule*>& modules() {
  static std::set<RegisteredModule*> all;
  return all;
}
RegisteredModule* module_at(CUmodule handle) {
  auto* module = reinterpret_cast<RegisteredModule*>(handle);
  return modules().contains(module) ? module : nullptr;
}

// An image is PTX as text, or a fat binary with PTX in it, wrapped or not.
RegisteredModule& registered(Call& call, const void* image) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  auto& registry = call.context().registry;
  if (magic == lanescope::runtime::kWrapperMagic) {
    lanescope::runtime::Wrapper wrapper;
    std::memcpy(&wrapper, image, sizeof wrapper);
    return registry.add(wrapper);
  }
  if (magic == lanescope::runtime::kContainerMagic)
    return registry.add(
        lanescope::runtime::Wrapper{lanescope::runtime::kWrapperMagic, 1, image, nullptr});
  return registry.add(std::string(static_cast<const char*>(image)));
}

cudaError_t load(Call& call, CUmodule* handle, const void* image) {
  if (call.refused()) return call.refusal();
  if (handle == nullptr || image == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  constexpr std::string_view kElf =
      "\x7f"
      "ELF";
  if (std::string_view(static_cast<const char*>(image), 4) == kElf) {
    return call.fail(cudaErrorNoKernelImageForDevice,
                     "machine code alone (a cubin) does not run on the model: load PTX");
  }
  RegisteredModule& module = registered(call, image);
  if (const auto ok = call.context().load(module); !ok) {
    const bool no_ptx = module.ptx.empty();
    return call.fail(no_ptx ? cudaErrorNoKernelImageForDevice : cudaErrorInvalidPtx,
                     ok.error().message);
  }
  modules().insert(&module);
  *handle = reinterpret_cast<CUmodule>(&module);
  return call.done();
}

// Arguments in one piece: `extra` is a list of what follows, and the values.
std::span<const std::byte> packed(void** extra) {
  const void* data = nullptr;
  std::size_t bytes = 0;
  for (; extra != nullptr && extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) data = extra[1];
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *static_cast<std::size_t*>(extra[1]);
  }
  return {static_cast<const std::byte*>(data), data == nullptr ? 0 : bytes};
}

CUresult launched(const char* name, const lanescope::runtime::api::Wanted& wanted) {
  return as(name, [&] {
    Call call(name);
    return lanescope::runtime::api::launch(call, wanted);
  });
}

}  // namespace

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return as("cuModuleLoadData", [=] {
    Call call("cuModuleLoadData");
    return load(call, module, image);
  });
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned /*count*/,
                            CUjit_option* /*options*/, void** /*values*/) {
  return as("cuModuleLoadDataEx", [=] {
    Call call("cuModuleLoadDataEx");
    return load(call, module, image);
  });
}
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return as("cuModuleLoadFatBinary", [=] {
    Call call("cuModuleLoadFatBinary");
    return load(call, module, image);
  });
}
CUresult cuModuleLoad(CUmodule* module, const char* path) {
  return as("cuModuleLoad", [=] {
    Call call("cuModuleLoad");
    if (call.refused()) return call.refusal();
    std::ifstream file(path == nullptr ? "" : path, std::ios::binary);
    if (!file) return call.fail(cudaErrorFileNotFound, "the file cannot be read");
    // Kept: a fat binary is read where it lies.
    static auto* const kFiles =
        new std::vector<std::unique_ptr<std::string>>;  // NOLINT(cppcoreguidelines-owning-memory)
    std::ostringstream text;
    text << file.rdbuf();
    kFiles->push_back(std::make_unique<std::string>(text.str()));
    return load(call, module, kFiles->back()->c_str());
  });
}
CUresult cuModuleUnload(CUmodule handle) {
  if (const CUresult no = lanescope::runtime::driver::ready(); no != CUDA_SUCCESS) return no;
  return modules().erase(module_at(handle)) > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule handle, const char* name) {
  return as("cuModuleGetFunction", [=] {
    Call call("cuModuleGetFunction");
    if (call.refused()) return call.refusal();
    RegisteredModule* module = module_at(handle);
    if (module == nullptr || function == nullptr || name == nullptr)
      return call.fail(cudaErrorInvalidResourceHandle, "there is no such module");
    Kernel& kernel = call.context().registry.kernel_of(*module, name);
    if (const auto ok = call.context().load(kernel); !ok)
      return call.fail(cudaErrorSymbolNotFound, ok.error().message);
    *function = reinterpret_cast<CUfunction>(&kernel);
    return call.done();
  });
}
CUresult cuModuleGetGlobal(CUdeviceptr* at, size_t* bytes, CUmodule handle, const char* name) {
  return as("cuModuleGetGlobal", [=] {
    Call call("cuModuleGetGlobal");
    if (call.refused()) return call.refusal();
    RegisteredModule* module = module_at(handle);
    if (module == nullptr || name == nullptr)
      return call.fail(cudaErrorInvalidResourceHandle, "there is no such module");
    lanescope::runtime::Variable variable{module, name, 0, nullptr};
    const auto found = call.context().symbol(variable);
    if (!found) return call.fail(cudaErrorSymbolNotFound, found.error().message);
    if (at != nullptr) *at = found->address.value;
    if (bytes != nullptr) *bytes = found->bytes;
    return call.done();
  });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction function) {
  return as("cuFuncGetAttribute", [=] {
    cudaFuncAttributes all;
    const cudaError_t error = cudaFuncGetAttributes(&all, function);
    if (error != cudaSuccess) return error;
    switch (which) {
      case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = all.maxThreadsPerBlock;
        break;
      case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = static_cast<int>(all.sharedSizeBytes);
        break;
      case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = static_cast<int>(all.constSizeBytes);
        break;
      case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = static_cast<int>(all.localSizeBytes);
        break;
      case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = all.numRegs;
        break;
      case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = all.ptxVersion;
        break;
      case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = all.binaryVersion;
        break;
      case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = all.maxDynamicSharedSizeBytes;
        break;
      default:
        *value = 0;
    }
    return cudaSuccess;
  });
}
// Both number alike what can be set.
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  return as("cuFuncSetAttribute", [=] {
    return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(which), value);
  });
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return as("cuFuncSetCacheConfig",
            [=] { return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)); });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int threads,
                                                     size_t shared) {
  return as("cuOccupancyMaxActiveBlocksPerMultiprocessor", [=] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
  });
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void** arguments, void** extra) {
  return launched("cuLaunchKernel",
                  {function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                   arguments, shared, stream, false, packed(extra)});
}
LANESCOPE_DRIVER_PER_THREAD(cuLaunchKernel, _ptsz)
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments,
                          void** extra) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  lanescope::runtime::api::Wanted wanted{
      function,
      dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
      dim3(config->blockDimX, config->blockDimY, config->blockDimZ),
      arguments,
      config->sharedMemBytes,
      config->hStream,
      false,
      packed(extra)};
  // Both name and number the attributes alike.
  static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
  const auto* attributes = reinterpret_cast<const cudaLaunchAttribute*>(config->attrs);
  if (!lanescope::runtime::api::take_attributes({attributes, config->numAttrs}, wanted))
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  return launched("cuLaunchKernelEx", wanted);
}
LANESCOPE_DRIVER_PER_THREAD(cuLaunchKernelEx, _ptsz)
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void** arguments) {
  return launched("cuLaunchCooperativeKernel", {function,
                                                dim3(grid_x, grid_y, grid_z),
                                                dim3(block_x, block_y, block_z),
                                                arguments,
                                                shared,
                                                stream,
                                                true,
                                                {}});
}
LANESCOPE_DRIVER_PER_THREAD(cuLaunchCooperativeKernel, _ptsz)
