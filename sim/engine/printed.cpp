#include "sim/engine/printed.hpp"

namespace lanescope::engine {

void Printed::add(Part part, std::string_view what) {
  constexpr std::string_view kLeftOut = "(what follows is left out: more than 1 MiB was printed)\n";
  if (what.empty() || text.ends_with(kLeftOut)) return;
  const bool fits = text.size() + what.size() + kLeftOut.size() <= kMaxPrinted;
  text += fits ? what : kLeftOut;
  part.end = text.size();
  parts.push_back(part);
}

}  // namespace lanescope::engine
