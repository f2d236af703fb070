#include "lab/experiment/symbols.hpp"

#include <cstdlib>
#include <memory>
#include <vector>

#include <cxxabi.h>
#include <fmt/format.h>

namespace lanescope::experiment {
namespace {

bool is_settable(const ptx::Variable& variable) {
  // Literals of printf and assert are variables too: "$str", "__unnamed_1", "_$_str".
  const bool literal = variable.name.find("$str") != std::string::npos ||
                       variable.name.starts_with("__unnamed_") || variable.name.starts_with("$");
  return (variable.space == ptx::Space::Global || variable.space == ptx::Space::Const) && !literal;
}

// The part after the last "::" outside of template arguments.
std::string_view last_part(std::string_view name) {
  const std::size_t at = name.rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

}  // namespace

std::string variable_name(std::string_view mangled) {
  int status = 0;
  const std::string copy(mangled);
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(copy.c_str(), nullptr, nullptr, &status), std::free);
  std::string name = status == 0 && copy.starts_with("_Z") ? std::string(text.get()) : copy;
  // What NVRTC puts around variables of internal linkage: "_INTERNAL_00000000_4_k_cu_…::ns::table".
  if (const std::size_t at = name.find("::");
      name.starts_with("_INTERNAL_") && at != std::string::npos) {
    name.erase(0, at + 2);
  }
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  if (const std::size_t at = name.find(kAnonymous); at != std::string::npos) {
    name.erase(at, kAnonymous.size());
  }
  return name;
}

Result<const ptx::Variable*> find_variable(const ptx::Module& module, std::string_view name) {
  std::vector<const ptx::Variable*> matches;
  std::string list;
  for (const ptx::Variable& variable : module.variables) {
    if (!is_settable(variable)) continue;
    const std::string full = variable_name(variable.name);
    if (variable.name == name || full == name) return &variable;
    // Variables of internal linkage carry the compiler's prefix: "__nv_static_23__…_table".
    const bool internal = variable.name.find("__nv_static_") != std::string::npos &&
                          variable.name.ends_with(fmt::format("_{}", name));
    if (last_part(full) == name || internal) matches.push_back(&variable);
    list += fmt::format("{}{} ({} bytes)", list.empty() ? "" : ", ", full, variable.size);
  }
  if (matches.size() == 1) return matches.front();
  if (matches.size() > 1) {
    return bad_input(
        fmt::format("--symbol {}: there are several; the variables are: {}", name, list));
  }
  if (list.empty()) {
    return bad_input(fmt::format(
        "--symbol {}: the compiled file has no __device__ or __constant__ variable (one that no "
        "kernel uses is dropped by the compiler)",
        name));
  }
  return bad_input(
      fmt::format("--symbol {}: there is no such variable; there are: {}", name, list));
}

}  // namespace lanescope::experiment
