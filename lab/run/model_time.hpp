#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/sass/timed/recorded_launch.hpp"

namespace lanescope::run {

struct Prepared;

// What the launches of a plan of machine code did, as far as it takes time. Immutable.
struct RecordedWork {
  timing::MachineDescription machine;
  std::vector<sass::timed::RecordedLaunch> launches;
};

// How long each launch takes on a described machine.
struct ModelTime {
  timing::MachineDescription machine;
  std::vector<timing::Timing> launches;

  [[nodiscard]] double cycles() const;  // of all launches, one after the other
  [[nodiscard]] double microseconds() const;
  [[nodiscard]] timing::ReasonCycles stalls() const;
};

// Of a plan of machine code (by_machine_code), which runs once more for it. At most about
// `most_blocks` blocks of a launch are recorded. An Error: the machine's name is not known, the run
// does not end by itself, or `cancel` became true.
[[nodiscard]] Result<std::shared_ptr<const RecordedWork>> record_work(
    const Prepared& prepared, const std::string& machine,
    std::uint64_t most_blocks = sass::timed::kMostBlocks,
    const std::atomic<bool>* cancel = nullptr);

// `history`: of the launch `history->launch`, the first SM's is put there.
struct LaunchHistory {
  std::uint32_t launch = 0;
  timing::SmHistory sm;
};
[[nodiscard]] ModelTime time_of(const RecordedWork& work, timing::Caches caches,
                                const timing::Changes& changes = {},
                                LaunchHistory* history = nullptr);

// Both in one.
[[nodiscard]] Result<ModelTime> time_of(const Prepared& prepared, const std::string& machine,
                                        timing::Caches caches,
                                        std::uint64_t most_blocks = sass::timed::kMostBlocks);

}  // namespace lanescope::run
