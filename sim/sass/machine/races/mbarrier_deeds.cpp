#include "sim/sass/machine/races/mbarrier_deeds.hpp"

#include <map>
#include <set>

#include "sim/code/decode_context.hpp"
#include "sim/sass/machine/races/source_lines.hpp"

namespace lanescope::sass::machine::races {
namespace {

using Deed = std::optional<MbarrierDeed>;

Deed said_by(const ptx::Instruction& i) {
  const auto has = [&](const char* modifier) { return code::has_modifier(i, modifier); };
  if (i.opcode == "cp" && has("mbarrier")) return MbarrierDeed::Arrives;
  if (i.opcode != "mbarrier") return std::nullopt;
  if (has("init")) return MbarrierDeed::Begins;
  if (has("test_wait")) return MbarrierDeed::Waits;
  if (has("arrive") || has("arrive_drop")) return MbarrierDeed::Arrives;
  return std::nullopt;
}

Deed done_by(const Instruction& i) {
  if ((i.name == "STS" || i.name == "ST") && i.has("64")) return MbarrierDeed::Begins;
  if (i.name == "LDS" || i.name == "LD") return MbarrierDeed::Waits;
  if (i.name == "ATOMS" || i.name == "ATOM") return MbarrierDeed::Arrives;
  return std::nullopt;
}

}  // namespace

std::vector<Deed> mbarrier_deeds(const Program& program) {
  if (program.kernel_code().sm >= FromSm90::kSm) return {};
  std::map<SourceLine, std::set<MbarrierDeed>> said;
  const code::Program& ptx = program.ptx();
  for (std::uint32_t pc = 0; pc < ptx.size(); ++pc) {
    const Deed deed = said_by(ptx.ptx_at(Pc{pc}));
    const SourceLine line = line_at(ptx, pc);
    if (deed && line.line != 0) said[line].insert(*deed);
  }
  std::vector<Deed> deeds(program.size());
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const Deed deed = done_by(program.instruction_at(pc));
    const auto line = said.find(line_at(program, pc));
    if (deed && line != said.end() && line->second.contains(*deed)) deeds[pc] = deed;
  }
  return deeds;
}

}  // namespace lanescope::sass::machine::races
