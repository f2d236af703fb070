#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/record/record.hpp"
#include "runtime/timeline/lengths.hpp"
#include "sim/schedule/schedule.hpp"

namespace lanescope::runtime::timeline {

// When what a program called, copied and launched would begin and end on a GPU, by the rules of
// sim/schedule; what the host does between its calls takes no time. Host calls are those of the
// record, one for one.
struct Timeline {
  struct Piece {
    record::IssuedWork work;
    std::optional<std::size_t> launch;  // of the record
  };
  schedule::Program program;
  std::vector<std::vector<Piece>> pieces;  // by call, as Program's works
  schedule::Schedule schedule;
  std::string device;  // whose lengths they are; empty: units
  unsigned copy_engines = 2;
  // Nothing says what went into which stream: the program was saved by an earlier version.
  bool known = false;
};
[[nodiscard]] Timeline timeline_of(const record::Record& record, const Lengths& lengths,
                                   unsigned copy_engines);

// Whether the host waits until a copy has ended, by the runtime's "API synchronization behavior":
// copies to the host by a synchronous call or into pageable memory; copies to the device by a
// synchronous call or from pageable memory, but for pageable ones of up to 64 KiB, which are put
// aside at once.
[[nodiscard]] bool host_waits_for(const record::IssuedWork& work, bool synchronous);

}  // namespace lanescope::runtime::timeline
