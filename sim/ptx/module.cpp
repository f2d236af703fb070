#include "sim/ptx/module.hpp"

#include <algorithm>

namespace lanescope::ptx {

bool Module::has_errors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Diagnostic::Severity::Error;
  });
}

}  // namespace lanescope::ptx
