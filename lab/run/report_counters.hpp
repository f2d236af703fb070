#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run/run_model.hpp"

namespace lanescope::run {

// Counters of one source line over all launches. line 0: instructions without one.
struct ReportLine {
  std::string file;
  std::uint32_t line = 0;
  events::Counters counters;
};
// By file, then line; adds up to the totals.
[[nodiscard]] std::vector<ReportLine> report_lines(const ModelRun& run);

// A place in the source, of a pc in a launch. Empty file: none.
struct ReportPlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
};
[[nodiscard]] ReportPlace report_place(const ModelRun& run, std::uint32_t launch, Pc pc);

[[nodiscard]] std::string_view spelling(engine::Outcome outcome);  // "step_limit"
// All counters of a launch, whole grid; zeros for one that the run did not come to.
[[nodiscard]] events::Counters launch_counters(const ModelRun& run, std::size_t launch);
// Whether kernels of it launched kernels.
[[nodiscard]] bool has_nested_launches(const ModelRun& run);
// Of all that the host launched: a GPU counts what kernels launch apart.
[[nodiscard]] events::Counters host_launched_counters(const ModelRun& run);

}  // namespace lanescope::run
