#include "ports/machine_code/tools.hpp"

namespace lanescope::ports::machine_code {
namespace {

Tools& used() {
  static Tools s_used;
  return s_used;
}

}  // namespace

void use_tools(const Tools& tools) { used() = tools; }
const Tools& tools() { return used(); }

}  // namespace lanescope::ports::machine_code
