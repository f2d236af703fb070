#include "sim/analysis/lines.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::analysis {
namespace {

const std::string& file_name(const engine::Program& program, const SourceLocation& location) {
  static const std::string kNoFile;
  return location.file < program.files().size() ? program.files()[location.file] : kNoFile;
}

}  // namespace

std::vector<LineCounters> by_line(const engine::Program& program,
                                  std::span<const events::Counters> counters_by_pc) {
  std::map<std::pair<std::string, std::uint32_t>, events::Counters> lines;
  const std::size_t count = std::min<std::size_t>(counters_by_pc.size(), program.size());
  for (std::size_t pc = 0; pc < count; ++pc) {
    const events::Counters& counters = counters_by_pc[pc];
    if (counters == events::Counters{}) continue;
    const SourceLocation location = program.location_at(Pc{static_cast<std::uint32_t>(pc)});
    const std::string file = location.line == 0 ? std::string() : file_name(program, location);
    lines[{file, location.line}] += counters;
  }
  std::vector<LineCounters> result;
  result.reserve(lines.size());
  for (auto& [place, counters] : lines) result.push_back({place.first, place.second, counters});
  return result;
}

std::uint32_t line_in_file(const engine::Program& program, Pc pc, const std::string& file) {
  const auto locations = program.locations();
  if (pc.value >= program.size() || program.files().empty()) return 0;
  const std::string& wanted = file.empty() ? program.files().front() : file;
  std::uint32_t index = program.at(pc).location;
  // A chain is no longer than the table it runs through, unless the table is damaged.
  for (std::size_t steps = 0; index < locations.size() && steps <= locations.size(); ++steps) {
    const SourceLocation& location = locations[index];
    if (file_name(program, location) == wanted) return location.line;
    index = location.inlined_at;
  }
  return 0;
}

}  // namespace lanescope::analysis
