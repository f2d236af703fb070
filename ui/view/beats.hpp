#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/access.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::view {

// A memory request as it is animated, a beat a pass (a wavefront, a sector): addresses leave their
// lanes, and what they asked for comes back while those of the next pass are on their way.
//
//   beat    0       1       2       3      of 3 passes
//   pass 0  [ out  ][ back ]
//   pass 1          [ out  ][ back ]
//   pass 2                  [ out  ][ back ]
//
// A store's values travel out with the addresses, and nothing comes back.
enum class Leg : std::uint8_t { Waits, Out, Back, Done };
struct PassPlace {
  Leg leg = Leg::Done;
  double at = 0.0;  // 0 at the lane, 1 at the memory
};
// Where a pass is at a moment of the step, 0 … 1. Motion is eased.
[[nodiscard]] PassPlace pass_place(double moment, std::uint32_t passes, std::uint32_t pass,
                                   bool returns);
// 0 … 1 → 0 … 1, slow at both ends.
[[nodiscard]] double eased(double share);

struct RequestBeats {
  std::uint32_t passes = 0;
  bool returns = false;  // values come back: loads, and atomics that give the old value
  LaneMask lanes = 0;
  std::array<std::uint32_t, kMaxWarpSize> last{};  // the pass that completes a lane
  // What is carried to or from a lane, in few signs; empty where it is not known.
  std::array<std::string, kMaxWarpSize> values;

  // Of a lane that takes part.
  [[nodiscard]] PassPlace lane(double moment, std::size_t lane) const {
    return pass_place(moment, passes, last[lane], returns);
  }
};
[[nodiscard]] RequestBeats beats_of(const analysis::SharedRequest& request, LaneMask lanes);
[[nodiscard]] RequestBeats beats_of(const analysis::GlobalRequest& request, LaneMask lanes);
// Whether values come back, and which values travel; the instruction at `pc` is the shown step's.
void fill_values(const View& view, const trace::Step& step, RequestBeats& beats);
// Passes of the shown step's own requests; 0 when it asks for no memory.
[[nodiscard]] std::uint32_t shown_passes(const View& view);
// How many times as long as others a step of so many passes is animated: what takes longer on the
// machine takes longer to see.
[[nodiscard]] double stretch(std::uint32_t passes);
// The shown step's own request; nullopt when it asks for no memory.
[[nodiscard]] std::optional<RequestBeats> shown_beats(const View& view);

// The register that an instruction is about: its destination, or what it stores; nullopt: none, or
// several.
[[nodiscard]] std::optional<std::uint32_t> register_about(const engine::Program& program, Pc pc);

}  // namespace lanescope::ui::view
