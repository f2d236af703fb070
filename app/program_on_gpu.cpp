#include "app/program_on_gpu.hpp"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/equipment.hpp"
#include "app/program_process.hpp"
#include "app/temporary_file.hpp"
#include "cuda/toolchain/toolchain.hpp"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<ProgramGpu> find_program_gpu() {
  const ports::device::GpuResult<ports::device::GpuList> list = equipment().gpu()->list();
  if (const auto* none = std::get_if<ports::device::GpuFailure>(&list))
    return missing("--gpu: " + none->error.message);
  const auto& devices = std::get<ports::device::GpuList>(list).devices;
  if (devices.empty()) return missing("--gpu: no NVIDIA GPU is there");
  const std::string library = cuda::toolchain::find_library({"libcudart.so.13"});
  if (library.empty())
    return missing(
        "--gpu: NVIDIA's libcudart.so.13 was not found; get it with \"lanescope fetch nvcc\" or "
        "install NVIDIA's CUDA toolkit");
  return ProgramGpu{devices.front().name, fs::path(library).parent_path().string()};
}

Result<program::GpuRun> run_on_gpu(const ProgramGpu& gpu, const std::string& executable,
                                   const std::vector<std::string>& arguments,
                                   const std::string& output) {
  const TemporaryFile times;
  const char* before = std::getenv("LD_LIBRARY_PATH");
  std::vector<std::pair<std::string, std::string>> variables{
      {"LD_LIBRARY_PATH",
       before == nullptr || *before == '\0' ? gpu.runtime : gpu.runtime + ":" + before},
      // Else the first launch of each kernel waits until the driver has compiled it.
      {"CUDA_MODULE_LOADING", "EAGER"}};
  constexpr const char* kTimer = "liblanescope_launch_times.so";
  if (const std::string folder = library_folder("times", kTimer); !folder.empty() && times.made()) {
    variables.emplace_back("LD_PRELOAD", (fs::path(folder) / kTimer).string());
    variables.emplace_back("LANESCOPE_LAUNCH_TIMES", times.path());
    variables.emplace_back("LANESCOPE_CUPTI", cuda::toolchain::find_cupti());
  }
  const auto ended = run_to_end(executable, arguments, variables, Output::Kept);
  if (!ended) return ended.error();
  const auto bytes = times.read();
  return program::GpuRun{
      gpu.device, ended->ending, ended->output == output,
      program::read_gpu_times({reinterpret_cast<const char*>(bytes.data()), bytes.size()})};
}

}  // namespace lanescope::app
