#include "sim/code/names.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace lanescope::code {

std::string display_name(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // __cxa_demangle reads "s" as the type short
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || text == nullptr) return name;
  std::string demangled = text.get();
  if (const std::size_t at = demangled.rfind("::"); at != std::string::npos)
    demangled = demangled.substr(at + 2);
  return demangled;
}

std::uint32_t element_bytes(const ptx::Variable& variable) {
  const auto bytes = static_cast<std::uint32_t>(std::max(1, ptx::size_in_bytes(variable.type)));
  return bytes == 1 ? std::max(1U, variable.alignment) : bytes;
}

}  // namespace lanescope::code
