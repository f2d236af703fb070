#include <cctype>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cuda/toolchain/process.hpp"
#include "cuda/toolchain/toolchain.hpp"
#include "ports/toolchain/ptx_text.hpp"

namespace lanescope::cuda::toolchain {
namespace {

// NVIDIA's compiler libraries carry the line that they write into their output.
std::string version_inside(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  struct stat info {};
  std::string version;
  if (fstat(fd, &info) == 0 && info.st_size > 0) {
    const auto size = static_cast<std::size_t>(info.st_size);
    void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes != MAP_FAILED) {
      static constexpr std::string_view kLine = "Cuda compilation tools, release ";
      const std::string_view text(static_cast<const char*>(bytes), size);
      const std::size_t at = text.find(kLine);
      if (at != std::string_view::npos) {
        version =
            ports::toolchain::ptx_compiler_version("// " + std::string(text.substr(at, 80)) + "\n");
      }
      munmap(bytes, size);
    }
  }
  close(fd);
  return version;
}

// The number after `before` in what the tool says of itself: "release 13.0, V13.0.88".
std::string version_said(const std::string& path, const char* option, std::string_view before) {
  const ProcessOutput said = run_process({path, option});
  if (!said.started || said.status != 0) return {};
  const std::size_t at = said.output.find(before);
  if (at == std::string::npos) return {};
  const std::string rest = said.output.substr(at + before.size());
  return rest.substr(0, rest.find_first_not_of("0123456789."));
}

// cuDriverGetVersion works without a device: 13000 is CUDA 13.0.
std::string cuda_version_of_driver(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  using GetVersion = int (*)(int* version);
  const auto get = reinterpret_cast<GetVersion>(dlsym(library, "cuDriverGetVersion"));
  int version = 0;
  const bool known = get != nullptr && get(&version) == 0;
  dlclose(library);
  return known ? fmt::format("{}.{}", version / 1000, version % 1000 / 10) : std::string();
}

}  // namespace

void learn_versions(Toolchain& toolchain) {
  const auto learn = [](ports::toolchain::Tool& tool, const auto& version_of) {
    if (tool.found()) tool.version = version_of(tool.path);
  };
  const auto nvidia_tool = [](const std::string& path) {
    return version_said(path, "--version", ", V");
  };
  learn(toolchain.nvrtc, version_inside);
  learn(toolchain.nvjitlink, version_inside);
  learn(toolchain.ptxas, nvidia_tool);
  learn(toolchain.nvcc, nvidia_tool);
  learn(toolchain.nvdisasm, nvidia_tool);
  learn(toolchain.host_compiler,
        [](const std::string& path) { return version_said(path, "-dumpfullversion", ""); });
  learn(toolchain.driver, cuda_version_of_driver);
}

}  // namespace lanescope::cuda::toolchain
