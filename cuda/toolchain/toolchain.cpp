#include "cuda/toolchain/toolchain.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "cuda/toolchain/search_path.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFetch =
    "get it with \"lanescope fetch nvrtc\" (350 MB) or install NVIDIA's CUDA toolkit 12 or 13";

// The size and the first 64 KiB: they hold the ELF build id, or a script's whole text.
std::string identity_of(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) return {};
  std::array<char, 65536> head{};
  file.read(head.data(), head.size());
  const auto got = static_cast<std::size_t>(file.gcount());
  return fmt::format("{}-{:016x}", size, fnv1a64(std::as_bytes(std::span(head).first(got))));
}

ports::toolchain::Tool tool(std::string name, std::string path, std::string problem,
                            std::string remedy) {
  ports::toolchain::Tool result;
  result.name = std::move(name);
  if (path.empty()) {
    result.problem = std::move(problem);
    result.remedy = std::move(remedy);
  } else {
    result.identity = identity_of(path);
    result.path = std::move(path);
  }
  return result;
}

// The library that LANESCOPE_NVRTC names, or its folder; empty when it is not there.
std::string nvrtc_at(const std::string& named) {
  std::error_code ignored;
  if (fs::is_regular_file(named, ignored)) return named;
  return SearchPath({{named}, true}).library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"});
}

// Who names a library wants that one and no other.
ports::toolchain::Tool find_nvrtc(const SearchPath& path, const ToolchainSearch& search) {
  const char* named = search.only_roots ? nullptr : std::getenv("LANESCOPE_NVRTC");
  if (named != nullptr && *named != '\0') {
    return tool("NVRTC", nvrtc_at(named),
                fmt::format("LANESCOPE_NVRTC names {}, where there is no libnvrtc.so", named),
                "name the library or its folder, or leave the variable out");
  }
  const std::string found = path.library({"libnvrtc.so.13", "libnvrtc.so.12"});
  return tool(
      "NVRTC", found, "libnvrtc.so.13 (or .12), which compiles kernels, was not found",
      fmt::format("to compile kernels, {}; a copy elsewhere is named by LANESCOPE_NVRTC", kFetch));
}

// The kernel module's file name ends in the driver's version: libcuda.so.580.65.06.
std::string series_of(const std::string& libcuda) {
  std::error_code error;
  const std::string name = fs::canonical(libcuda, error).filename().string();
  static constexpr std::string_view kPrefix = "libcuda.so.";
  const std::string series = name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : "";
  return series.find('.') == std::string::npos ? std::string() : series;
}

}  // namespace

std::vector<const ports::toolchain::Tool*> Toolchain::tools() const {
  return {&driver, &nvrtc, &nvjitlink, &ptxas, &cudadevrt, &nvcc, &host_compiler, &nvdisasm};
}

std::string find_library(const std::vector<std::string>& names, const ToolchainSearch& search) {
  return SearchPath(search).library(names);
}

std::string find_cupti() {
  return find_library({"libcupti.so.13", "libcupti.so.12", "libcupti.so"});
}

Toolchain find_toolchain(const ToolchainSearch& search) {
  const SearchPath path(search);
  Toolchain found;
  found.nvrtc = find_nvrtc(path, search);
  found.nvjitlink = tool("nvJitLink", path.library({"libnvJitLink.so.13", "libnvJitLink.so.12"}),
                         "libnvJitLink.so.13 (or .12), which assembles PTX files, was not found",
                         fmt::format("to know the registers of a PTX file's kernels, {}", kFetch));
  found.ptxas = tool("ptxas", path.program("ptxas"), "ptxas was not found",
                     "not needed where nvJitLink is; it comes with NVIDIA's CUDA toolkit");
  found.cudadevrt =
      tool("libcudadevrt", path.library({"libcudadevrt.a"}), "libcudadevrt.a was not found",
           "for the machine code of kernels that launch kernels, get it with \"lanescope fetch "
           "nvcc\" (700 MB) or install NVIDIA's CUDA toolkit");
  found.nvcc = tool("nvcc", path.program("nvcc"), "nvcc was not found",
                    "to compile whole programs, host code included, get it with "
                    "\"lanescope fetch nvcc\" (700 MB) or install NVIDIA's CUDA toolkit");
  found.host_compiler = tool("g++", path.program("g++"), "g++ was not found",
                             "nvcc needs it: install the package g++ "
                             "(\"sudo apt install g++\")");
  found.nvdisasm =
      tool("nvdisasm", path.program("nvdisasm"), "nvdisasm was not found",
           "to see machine code (SASS), get it with \"lanescope fetch nvdisasm\" (5 MB) "
           "or install NVIDIA's CUDA toolkit");
  found.driver = tool("NVIDIA driver", path.library({"libcuda.so.1"}),
                      "libcuda.so.1 was not found: no NVIDIA driver is installed",
                      "everything but --gpu works without one; to run on a GPU, install NVIDIA's "
                      "driver of series 580 or newer");
  found.driver.serves = ports::toolchain::Tool::Serves::Gpu;
  if (found.driver.found()) found.driver_series = series_of(found.driver.path);
  found.include_dirs = path.include_dirs(found.nvrtc.path);
  return found;
}

}  // namespace lanescope::cuda::toolchain
