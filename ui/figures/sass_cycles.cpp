#include "ui/figures/sass_cycles.hpp"

#include "ui/session/line_cycles.hpp"

namespace lanescope::ui::figures {

// The kernel's own instructions are the first of its program, in the listing's order.
std::vector<std::uint64_t> sass_cycles(const session::Session& session, const SassModel& listing) {
  const std::vector<std::int64_t> by_pc = session::cycles_by_pc(session);
  std::vector<std::uint64_t> cycles;
  if (by_pc.empty()) return cycles;
  std::size_t pc = 0;
  for (const SassRow& row : listing.rows) {
    const bool has_pc = !row.is_label && pc < by_pc.size();
    cycles.push_back(has_pc ? static_cast<std::uint64_t>(by_pc[pc]) : 0);
    if (!row.is_label) ++pc;
  }
  return cycles;
}

}  // namespace lanescope::ui::figures
