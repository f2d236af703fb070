#include "cuda/device/equipment.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

namespace lanescope::cuda::device {
namespace {

namespace fs = std::filesystem;

// "NVIDIA H200" of the kernel module's own files; of several, with commas.
std::string gpus() {
  std::string list;
  std::error_code problem;
  for (fs::directory_iterator at("/proc/driver/nvidia/gpus", problem), end; !problem && at != end;
       at.increment(problem)) {
    std::ifstream file(at->path() / "information");
    std::string line;
    while (std::getline(file, line)) {
      if (!line.starts_with("Model:")) continue;
      list += (list.empty() ? "" : ", ") + line.substr(line.find_first_not_of(" \t", 6));
    }
  }
  return list;
}

ports::toolchain::Tool of_gpu(const char* name, std::string found, const char* remedy) {
  ports::toolchain::Tool tool;
  tool.name = name;
  tool.path = std::move(found);
  tool.remedy = remedy;
  tool.serves = ports::toolchain::Tool::Serves::Gpu;
  return tool;
}

}  // namespace

Equipment::Equipment(Options options)
    : options_(std::move(options)),
      nvdisasm_(options_.compiler.search),
      listings_(options_.compiler.read_only_caches, nvdisasm_) {}

std::unique_ptr<ports::toolchain::Compiler> Equipment::compiler() const {
  return std::make_unique<toolchain::Compiler>(options_.compiler);
}

bool Equipment::has_gpu_driver() const {
  if (options_.gpu) return !options_.gpu->driver.empty();
  return toolchain::find_toolchain(options_.compiler.search).driver.found();
}

std::unique_ptr<ports::device::Gpu> Equipment::gpu() const {
  if (options_.gpu) return std::make_unique<Gpu>(*options_.gpu);
  Gpu::Options found;
  found.driver = toolchain::find_toolchain(options_.compiler.search).driver.path;
  if (!found.driver.empty()) found.cupti = toolchain::find_cupti();
  return std::make_unique<Gpu>(std::move(found));
}

std::vector<ports::toolchain::Tool> Equipment::tools() const {
  const toolchain::Toolchain toolchain = toolchain::find_toolchain(options_.compiler.search);
  std::vector<ports::toolchain::Tool> out;
  for (const ports::toolchain::Tool* tool : toolchain.tools()) out.push_back(*tool);
  out.push_back(of_gpu("GPU", gpus(),
                       "no NVIDIA GPU is visible: kernels run on the model, which needs none"));
  out.push_back(of_gpu("CUPTI", toolchain::find_cupti(),
                       "only hardware counters need it: pip install nvidia-cuda-cupti==13.0.85, or "
                       "the CUDA toolkit"));
  out.push_back(of_gpu("NVML", toolchain::find_library({"libnvidia-ml.so.1"}),
                       "only the clocks while measuring need it; it comes with NVIDIA's driver"));
  return out;
}

}  // namespace lanescope::cuda::device
