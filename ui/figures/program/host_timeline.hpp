#pragma once

#include <string>

#include "runtime/timeline/timeline.hpp"
#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/program/measured_strip.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::program {

// The program's timeline as it would be on a GPU: the host with what it waits for, a row for each
// copy engine, then the kernels, a row for each stream. Begins and lengths are microseconds of a
// recorded device, or units (docs/CONTRACT.md, "The timeline of a program").
struct HostTimeline {
  HostStrip strip;
  std::string lengths;     // whose lengths these are, and that they are modelled
  std::string overlap;     // how much of it overlaps, and how much on the other kind of device
  std::string held;        // the copy or kernel that was held up longest, and by what; may be empty
  MeasuredStrip measured;  // where the program ran on a GPU, too
};
// By what the session's view of it says (view::HostTimelineView). There is a program.
[[nodiscard]] HostTimeline host_timeline(const session::Session& session);
// The same of any program and any lengths.
[[nodiscard]] HostTimeline host_timeline(const lanescope::program::SavedProgram& program,
                                         const lanescope::runtime::timeline::Lengths& lengths,
                                         unsigned copy_engines);

}  // namespace lanescope::ui::figures::program
