#include <algorithm>
#include <array>

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

}  // namespace

Demand classify(std::string_view opcode) {
  const Row* best = nullptr;
  for (const Row& row : kRows) {
    if (matches(row.opcode, opcode) && (best == nullptr || row.opcode.size() > best->opcode.size()))
      best = &row;
  }
  return best != nullptr ? best->demand : Demand{};
}

}  // namespace lanescope::timing
