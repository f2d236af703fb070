#include "ui/session/line_cycles.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <string_view>

#include "sim/analysis/lines.hpp"
#include "ui/session/cycles.hpp"

namespace lanescope::ui::session {
namespace {

// "@!P1 LDG.E.64 R2, [R4]": LDG.
std::string_view opcode_of(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  return text.substr(0, text.find_first_of(" ."));
}

struct Line {
  timing::ReasonCycles cycles;
  std::map<std::string, std::int64_t, std::less<>> opcodes;
};
using Lines = std::map<std::uint32_t, Line>;

void add_launch(const engine::Program& program, const std::string& file,
                const timing::Timing& timing, Lines& lines) {
  const std::size_t size = std::min<std::size_t>(program.size(), timing.by_pc.size());
  for (std::uint32_t pc = 0; pc < size; ++pc) {
    const timing::ReasonCycles& cycles = timing.by_pc[pc];
    const std::int64_t sum = cycles.sum();
    if (sum == 0) continue;
    Line& line = lines[analysis::line_in_file(program, Pc{pc}, file)];
    line.cycles += cycles;
    line.opcodes[std::string(opcode_of(program.text_at(Pc{pc})))] += sum;
  }
}

std::vector<std::string> by_cycles(
    const std::map<std::string, std::int64_t, std::less<>>& opcodes) {
  std::vector<std::string> names;
  for (const auto& [name, cycles] : opcodes) names.push_back(name);
  std::ranges::stable_sort(names, std::greater<>{},
                           [&](const std::string& name) { return opcodes.at(name); });
  return names;
}

const background::TimedRun* with_time(const Session& session) {
  const background::TimedRun* timed = shown_time(session);
  return timed == nullptr || timed->time == nullptr ? nullptr : timed;
}

}  // namespace

std::vector<LineCycles> cycles_by_line(const Session& session) {
  const background::TimedRun* timed = with_time(session);
  if (timed == nullptr) return {};
  const run::Prepared& code = *timed->machine_code;
  Lines lines;
  for (std::size_t i = 0; i < timed->time->launches.size(); ++i)
    add_launch(*code.plan->launches[i].program, code.experiment.source.file_name,
               timed->time->launches[i], lines);
  std::vector<LineCycles> out;
  for (const auto& [number, line] : lines)
    out.push_back({number, line.cycles, by_cycles(line.opcodes)});
  return out;
}

std::vector<std::int64_t> cycles_by_pc(const Session& session) {
  const background::TimedRun* timed = with_time(session);
  const std::uint32_t launch = session.state().cursor.selection.launch;
  if (timed == nullptr || launch >= timed->time->launches.size()) return {};
  std::vector<std::int64_t> out;
  for (const timing::ReasonCycles& cycles : timed->time->launches[launch].by_pc)
    out.push_back(cycles.sum());
  return out;
}

std::uint64_t cycles_key(const Session& session) {
  const background::TimedRun* timed = with_time(session);
  if (timed == nullptr) return session.state().tools.time.on ? 1 : 0;
  std::uint64_t key = std::bit_cast<std::uint64_t>(timed->time->cycles());
  key = key * 31 + std::hash<std::string>{}(timed->wanted.machine);
  key = key * 31 + static_cast<std::uint64_t>(timed->wanted.caches);
  key = key * 31 + session.run()->id;
  return key * 4 + (timed->counted != nullptr ? 3 : 2);
}

}  // namespace lanescope::ui::session
