#pragma once

#include <string>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "ports/toolchain/compiler.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::lesson {

struct RecordedNumbers;  // lab/lesson/recorded.hpp

struct ClaimVerdict {
  std::string lesson, claim;
  double stated = 0.0, found = 0.0;
  bool holds = false;
  std::string problem;  // when it could not be computed
};
// `disassembler`: for claims about modelled time. `recorded`: what claims about recorded times are
// recomputed from.
[[nodiscard]] std::vector<ClaimVerdict> check(const Lesson& lesson,
                                              ports::toolchain::Compiler& compiler,
                                              const ports::toolchain::Disassembler& disassembler,
                                              const RecordedNumbers& recorded);

}  // namespace lanescope::lesson
