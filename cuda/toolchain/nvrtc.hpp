#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuda/toolchain/stub_headers.hpp"
#include "sim/base/result.hpp"

namespace lanescope::cuda::toolchain {

struct NvrtcProgram {
  std::string source;
  std::string name;
  std::vector<std::string> options;
  std::vector<std::string> name_expressions;
  std::span<const StubHeader> headers;
};

struct NvrtcOutput {
  bool compiled = false;
  bool bad_option = false;  // an option, as a rule the architecture, was refused
  std::string log;          // errors and warnings
  std::string ptx;
  std::vector<std::byte> cubin;  // for a real architecture (sm_…)
  std::map<std::string, std::string> lowered_names;
};

// NVIDIA's run-time compiler, loaded from a file. Only the worker process holds one.
class Nvrtc {
 public:
  [[nodiscard]] static Result<Nvrtc> load(const std::string& path);

  [[nodiscard]] NvrtcOutput compile(const NvrtcProgram& program) const;
  [[nodiscard]] std::vector<int> architectures() const;  // 75, 80, ...
  [[nodiscard]] std::string version() const;             // "13.0"
  [[nodiscard]] bool has_precompiled_headers() const;    // since 12.8
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Functions;
  explicit Nvrtc(std::shared_ptr<const Functions> functions, std::string path)
      : functions_(std::move(functions)), path_(std::move(path)) {}

  std::shared_ptr<const Functions> functions_;
  std::string path_;
};

}  // namespace lanescope::cuda::toolchain
