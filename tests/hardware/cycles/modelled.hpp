#pragma once

#include <memory>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lab/lesson/lesson.hpp"
#include "lab/run/prepare.hpp"
#include "ports/toolchain/compiler.hpp"
#include "ports/toolchain/disassembler.hpp"
#include "tests/hardware/cycles/recorded.hpp"

// What modelled.json keeps: the launches that were measured, as sim/timing tells them of an H200
// with cold caches (`lanescope run … --time`). A case a line:
//   {"case": "vector-add/guarded large", "launches": [{"cycles": 12345,
//     "stalls": {"long_scoreboard": 81.2, …}, "l1": [sectors, hits], "l2": [sectors, hits],
//     "dram": [bytes loaded, bytes stored]}, …]}
// or {"case": …, "left_out": "why there are none, in words"}. `stalls` are the largest three, in
// percent of the cycles that warps were there; sectors of L1 are those of loads.
namespace lanescope::test {

class Modeller {
 public:
  // Both must live as long.
  Modeller(std::vector<lesson::Lesson> lessons, ports::toolchain::Compiler& compiler,
           const ports::toolchain::Disassembler& disassembler);
  ~Modeller();
  Modeller(const Modeller&) = delete;
  Modeller& operator=(const Modeller&) = delete;

  // A case's line. One of more than `most` warp instructions is left out.
  [[nodiscard]] nlohmann::ordered_json model(const RecordedCase& one, double most);

 private:
  class OneListing;
  [[nodiscard]] const lesson::Rung* find(const RecordedCase& one) const;
  [[nodiscard]] Result<std::shared_ptr<const run::Prepared>> prepare(const RecordedCase& one);

  std::vector<lesson::Lesson> lessons_;
  ports::toolchain::Compiler& compiler_;
  std::unique_ptr<OneListing> listing_;
};

}  // namespace lanescope::test
