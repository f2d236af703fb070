#include <algorithm>
#include <array>
#include <cstddef>

#include "sim/timing/code.hpp"

namespace lanescope::timing {
namespace {

struct Row {
  std::string_view opcode;
  Demand demand;
};

constexpr std::array kRows = {
#define PIPE_OF(OPCODE, PIPE, INTERVAL, LATENCY, KIND) \
  Row{OPCODE, {Pipe::PIPE, INTERVAL, LATENCY, Kind::KIND, true}},
#include "sim/timing/opcodes.def"
#undef PIPE_OF
};

bool matches(std::string_view row, std::string_view opcode) {
  return opcode.starts_with(row) && (opcode.size() == row.size() || opcode[row.size()] == '.');
}

constexpr AtomicCost kAtomics[] = {
#define ATOMIC(KIND, WORD, SECTOR, LANES) {WORD, SECTOR, LANES},
#include "sim/timing/atomics.def"
#undef ATOMIC
};

AtomicKind atomic_kind(std::string_view opcode) {
  const auto has = [&](std::string_view part) { return opcode.find(part) != opcode.npos; };
  if (has(".CAS")) return AtomicKind::Compare;
  if (has(".F64")) return AtomicKind::Double;
  if (has(".F32") || has(".F16") || has(".BF16")) return AtomicKind::Float;
  return has(".64") || has(".U64") || has(".S64") ? AtomicKind::Wide : AtomicKind::Integer;
}

}  // namespace

const AtomicCost& cost_of(AtomicKind kind) { return kAtomics[static_cast<std::size_t>(kind)]; }

Demand classify(std::string_view opcode) {
  const Row* best = nullptr;
  for (const Row& row : kRows) {
    if (matches(row.opcode, opcode) && (best == nullptr || row.opcode.size() > best->opcode.size()))
      best = &row;
  }
  Demand demand = best != nullptr ? best->demand : Demand{};
  demand.atomic = atomic_kind(opcode);
  return demand;
}

}  // namespace lanescope::timing
