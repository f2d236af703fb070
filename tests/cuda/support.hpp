#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include <gtest/gtest.h>
#include <stdlib.h>

#include "cuda/toolchain/compiler.hpp"

namespace lanescope::cuda::test {

// A folder that lives as long as the test.
class TemporaryDir {
 public:
  TemporaryDir() {
    std::string name = (std::filesystem::temp_directory_path() / "lanescope-test-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryDir(const TemporaryDir&) = delete;
  TemporaryDir& operator=(const TemporaryDir&) = delete;
  ~TemporaryDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

 private:
  std::string path_;
};

// Without a cache, with the worker that obeys the source's orders.
[[nodiscard]] inline toolchain::Compiler::Options uncached_options() {
  toolchain::Compiler::Options options;
  options.worker_command = {LANESCOPE_TEST_WORKER};
  options.use_cache = false;
  return options;
}

[[nodiscard]] inline ports::toolchain::CompileRequest request_of(
    std::string source, std::vector<std::string> kernels = {}) {
  ports::toolchain::CompileRequest request;
  request.source = std::move(source);
  request.file_name = "k.cu";
  request.kernels = std::move(kernels);
  return request;
}

// What gtest prints when a compile that should have worked did not.
[[nodiscard]] inline std::string why(const ports::toolchain::CompileResult& result) {
  return result ? std::string("it worked") : result.error().text() + "\n" + result.failure().log;
}

}  // namespace lanescope::cuda::test

// The machines that build the project all have NVRTC (cmake/bootstrap.sh fetches it).
#define LANESCOPE_NEEDS_NVRTC()                                                \
  if (!lanescope::cuda::toolchain::find_toolchain().nvrtc.found()) {           \
    GTEST_SKIP() << "NVRTC is not installed: "                                 \
                 << lanescope::cuda::toolchain::find_toolchain().nvrtc.remedy; \
  }                                                                            \
  static_assert(true)
