#include "ui/view/line_in_source.hpp"

#include "sim/analysis/lines.hpp"

namespace lanescope::ui::view {

std::uint32_t line_in_source(const View& view, const engine::Program& program, Pc pc) {
  if (view.run() == nullptr) return 0;
  return analysis::line_in_file(program, pc, view.run()->prepared->experiment.source.file_name);
}

}  // namespace lanescope::ui::view
