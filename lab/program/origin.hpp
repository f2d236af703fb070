#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/program/saved_program.hpp"

namespace lanescope::program {

// What gave bytes of the device the value that a launch found there.
struct OriginStep {
  enum class Kind : std::uint8_t {
    Launch,      // a kernel changed them: `index` of the record's launches
    HostCopy,    // a call copied them from the host, or set them: `index` of its calls
    DeviceCopy,  // a call copied them on the device; what follows says where that had them from
    Untouched    // nothing has changed them since they were allocated
  } kind = Kind::Untouched;
  std::size_t index = 0;
  runtime::record::HostPlace place;  // of the launch or the call; of what allocated the array
};
// From the launch backwards, the last step last. A kernel that wrote the value that was there
// already is passed over, and what the host itself wrote into managed memory counts as the launch's
// before it. Empty: the bytes are in no array that was kept.
[[nodiscard]] std::vector<OriginStep> origin_of(const SavedProgram& program, std::size_t launch,
                                                std::uint64_t address, std::uint64_t bytes);

}  // namespace lanescope::program
