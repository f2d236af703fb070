#include "sim/ptx/module.hpp"

#include <algorithm>

namespace lanescope::ptx {

const Function* Module::find_function(std::string_view name) const {
  const Function* declaration = nullptr;
  for (const Function& function : functions) {
    if (function.name != name) continue;
    if (function.has_body) return &function;
    declaration = &function;
  }
  return declaration;
}

bool Module::has_errors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Diagnostic::Severity::Error;
  });
}

}  // namespace lanescope::ptx
