#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/timeline/lengths.hpp"
#include "sim/engine/execution.hpp"
#include "sim/timing/launch_shape.hpp"
#include "sim/timing/machine.hpp"

namespace lanescope::runtime {

// What `lanescope program` tells the library, which the program loads, through the environment.
struct Settings {
  std::string record;    // the file that is appended to (runtime/record); empty: none
  std::string contents;  // the file that launches' inputs are kept in; empty: they are not
  engine::Recording recording = engine::Recording::Counters;
  bool hazards = true;
  std::uint64_t max_steps = 1'000'000'000;  // warp instructions of a launch
  std::uint32_t sm = 90;                    // of sm_90
  bool machine_code = false;                // is executed, in place of the PTX
  struct Timed {
    timing::MachineDescription machine;
    timing::Caches caches = timing::Caches::Cold;
    timeline::Lengths lengths{};  // of what is no kernel
  };
  std::optional<Timed> timed;  // of machine code: how long launches take on a described machine
  std::string pages;           // the folder that explains what messages name; empty: none
};

inline constexpr const char* kRecordVariable = "LANESCOPE_PROGRAM_RECORD";
inline constexpr const char* kContentsVariable = "LANESCOPE_PROGRAM_CONTENTS";
inline constexpr const char* kCountVariable = "LANESCOPE_PROGRAM_COUNT";      // none, counters
inline constexpr const char* kHazardsVariable = "LANESCOPE_PROGRAM_HAZARDS";  // on, off
inline constexpr const char* kStepsVariable = "LANESCOPE_PROGRAM_STEPS";
inline constexpr const char* kArchVariable = "LANESCOPE_PROGRAM_ARCH";        // sm_90
inline constexpr const char* kEngineVariable = "LANESCOPE_PROGRAM_ENGINE";    // ptx, sass
inline constexpr const char* kMachineVariable = "LANESCOPE_PROGRAM_MACHINE";  // h200; none: no time
inline constexpr const char* kCachesVariable = "LANESCOPE_PROGRAM_CACHES";    // cold, warm
inline constexpr const char* kLengthsVariable = "LANESCOPE_PROGRAM_LENGTHS";  // Lengths::text
inline constexpr const char* kPagesVariable = "LANESCOPE_PROGRAM_PAGES";

[[nodiscard]] Settings read_settings();

}  // namespace lanescope::runtime
