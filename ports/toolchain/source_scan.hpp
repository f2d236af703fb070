#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A light look at CUDA C++ text, without preprocessing it: good enough to choose the compiler and
// to list kernels in a message.
namespace lanescope::ports::toolchain {

struct ScannedKernel {
  std::string name;
  int line = 0;
  bool is_template = false;
};

struct IncludeDirective {
  std::string name;
  bool quoted = false;    // "…" instead of <…>
  bool computed = false;  // #include MACRO: `name` is the macro
};

struct SourceScan {
  // Why only a compiler of whole programs can take this: "line 12 launches a kernel with <<<…>>>".
  std::optional<std::string> host_code;
  // Kernels launch kernels, or call CUDA's runtime: compiled as relocatable code, linked with
  // libcudadevrt.
  bool device_runtime = false;
  std::vector<ScannedKernel> kernels;
  std::vector<IncludeDirective> includes;
};

[[nodiscard]] SourceScan scan_source(std::string_view source);

// The include directives alone; quicker.
[[nodiscard]] std::vector<IncludeDirective> scan_includes(std::string_view source);

// For messages: "plain, reduce<…>".
[[nodiscard]] std::string list_scanned(const std::vector<ScannedKernel>& kernels);

}  // namespace lanescope::ports::toolchain
