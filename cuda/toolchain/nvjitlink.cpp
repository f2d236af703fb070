#include "cuda/toolchain/nvjitlink.hpp"

#include <array>
#include <cstdint>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::toolchain {
namespace {

using Handle = struct OpaqueLink*;

// nvJitLink.h of CUDA 12 and 13.
constexpr int kSuccess = 0;
constexpr int kInputCubin = 1, kInputPtx = 2, kInputLibrary = 6;

struct Functions {
  int (*version)(unsigned* major, unsigned* minor) = nullptr;
  int (*create)(Handle* handle, std::uint32_t count, const char** options) = nullptr;
  int (*destroy)(Handle* handle) = nullptr;
  int (*add_data)(Handle handle, int kind, const void* data, std::size_t size,
                  const char* name) = nullptr;
  int (*add_file)(Handle handle, int kind, const char* path) = nullptr;
  int (*complete)(Handle handle) = nullptr;
  int (*cubin_size)(Handle handle, std::size_t* size) = nullptr;
  int (*cubin)(Handle handle, void* data) = nullptr;
  int (*log_size)(Handle handle, std::size_t* size) = nullptr;
  int (*log)(Handle handle, char* text) = nullptr;
};

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, Functions& f) {
  // The first releases have no version function; all others are needed.
  find(library, "nvJitLinkVersion", f.version);
  return find(library, "nvJitLinkCreate", f.create) &&
         find(library, "nvJitLinkDestroy", f.destroy) &&
         find(library, "nvJitLinkAddData", f.add_data) &&
         find(library, "nvJitLinkAddFile", f.add_file) &&
         find(library, "nvJitLinkComplete", f.complete) &&
         find(library, "nvJitLinkGetLinkedCubinSize", f.cubin_size) &&
         find(library, "nvJitLinkGetLinkedCubin", f.cubin) &&
         find(library, "nvJitLinkGetErrorLogSize", f.log_size) &&
         find(library, "nvJitLinkGetErrorLog", f.log);
}

std::string log_of(const Functions& f, Handle handle) {
  std::size_t size = 0;
  if (f.log_size(handle, &size) != kSuccess || size == 0) return {};
  std::string text(size, '\0');
  if (f.log(handle, text.data()) != kSuccess) return {};
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// `add` gives the link what goes into it.
template <typename Add>
Result<JitLinkOutput> link(const std::string& path, const std::string& arch, const Add& add) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return missing(fmt::format("nvJitLink could not be loaded: {}", why == nullptr ? path : why));
  }
  Functions f;
  if (!find_all(library, f)) return missing(fmt::format("{} is too old", path));

  JitLinkOutput output;
  unsigned major = 0;
  unsigned minor = 0;
  if (f.version != nullptr && f.version(&major, &minor) == kSuccess) {
    output.version = fmt::format("{}.{}", major, minor);
  }
  const std::string arch_option = "-arch=" + arch;
  std::array<const char*, 2> options{arch_option.c_str(), "-lineinfo"};
  Handle handle = nullptr;
  if (f.create(&handle, static_cast<std::uint32_t>(options.size()), options.data()) != kSuccess) {
    output.log = fmt::format("nvJitLink fatal   : {} is not an architecture it knows", arch);
    return output;
  }
  const bool linked = add(f, handle) && f.complete(handle) == kSuccess;
  std::size_t size = 0;
  if (linked && f.cubin_size(handle, &size) == kSuccess && size > 0) {
    output.cubin.resize(size);
    if (f.cubin(handle, output.cubin.data()) != kSuccess) output.cubin.clear();
  }
  if (output.cubin.empty()) output.log = log_of(f, handle);
  f.destroy(&handle);
  return output;
}

}  // namespace

Result<JitLinkOutput> assemble_with_nvjitlink(const std::string& path, const std::string& ptx,
                                              const std::string& arch) {
  return link(path, arch, [&](const Functions& f, Handle handle) {
    return f.add_data(handle, kInputPtx, ptx.c_str(), ptx.size() + 1, "ptx") == kSuccess;
  });
}

Result<JitLinkOutput> link_with_nvjitlink(const std::string& path,
                                          const std::vector<std::byte>& code,
                                          const std::string& library, const std::string& arch) {
  return link(path, arch, [&](const Functions& f, Handle handle) {
    return f.add_data(handle, kInputCubin, code.data(), code.size(), "kernels") == kSuccess &&
           f.add_file(handle, kInputLibrary, library.c_str()) == kSuccess;
  });
}

}  // namespace lanescope::cuda::toolchain
