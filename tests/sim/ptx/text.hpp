#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ptx/module.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::ptx::test {

inline constexpr std::string_view kHead =
    ".version 9.0\n"
    ".target sm_90\n"
    ".address_size 64\n";

// A kernel around a body. The body's first line is kBodyLine of the text.
inline constexpr std::uint32_t kBodyLine = 15;
inline std::string kernel_text(std::string_view body) {
  std::string text(kHead);
  text +=
      ".global .align 4 .b8 table[64];\n"
      ".func (.param .b32 out) helper (.param .b32 in);\n"
      ".visible .entry k(\n"
      "  .param .u64 k_param_0\n"
      ")\n"
      "{\n"
      "  .reg .pred %p<4>;\n"
      "  .reg .b32 %r<8>;\n"
      "  .reg .f32 %f<8>;\n"
      "  .reg .b64 %rd<8>;\n"
      "  .shared .align 4 .b8 tile[128];\n";
  text += body;
  text += "\n}\n";
  return text;
}

// The diagnostics, a line each: "12:3: error: expected ..."; what a failing test shows.
inline std::string problems(const Module& module) {
  std::string out;
  for (const Diagnostic& one : module.diagnostics) {
    out += std::to_string(one.position.line) + ":" + std::to_string(one.position.column) +
           (one.severity == Diagnostic::Severity::Error ? ": error: " : ": warning: ") +
           one.message + "\n";
  }
  return out;
}

// Null: there is none.
inline const Function* function_named(const Module& module, std::string_view name) {
  const auto found = std::ranges::find_if(module.functions, [&](const Function& function) {
    return function.has_body && function.name == name;
  });
  return found == module.functions.end() ? nullptr : &*found;
}

inline const Function& kernel_of(const Module& module) { return module.functions.back(); }

}  // namespace lanescope::ptx::test
