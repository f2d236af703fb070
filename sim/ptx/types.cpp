#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

std::string_view spelling(Space space) {
  switch (space) {
    case Space::Generic:
      return "generic";
    case Space::Reg:
      return "reg";
    case Space::SpecialReg:
      return "sreg";
    case Space::Const:
      return "const";
    case Space::Global:
      return "global";
    case Space::Local:
      return "local";
    case Space::Param:
      return "param";
    case Space::Shared:
      return "shared";
  }
  return "";
}

}  // namespace lanescope::ptx
