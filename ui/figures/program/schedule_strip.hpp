#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "sim/schedule/schedule.hpp"
#include "ui/figures/program/host_strip.hpp"

namespace lanescope::ui::figures::program {

// "12.5 us", "2 units".
[[nodiscard]] std::string time_words(bool units, double time);

// A strip in time: the host's calls and what they wait for, a row for each copy engine, then the
// kernels, a row for each stream, and host functions. Whoever fills it says what a box is and is
// called; where it stands, and why not further left, the schedule says.
class ScheduleStrip {
 public:
  ScheduleStrip(const schedule::Program& program, const schedule::Schedule& made,
                unsigned copy_engines, bool units);

  // Of each call, counted from 0, and each work that takes time.
  void add_call(std::size_t call, StripBox box);
  void add_work(const schedule::Placed& placed, StripBox box);
  [[nodiscard]] HostStrip take();

 private:
  std::uint32_t add_row(std::string name);
  [[nodiscard]] std::size_t stream_of(const schedule::Placed& placed) const;
  [[nodiscard]] std::string stream_words(std::size_t stream) const;
  void put(StripBox box, double begin, double end);

  const schedule::Program& program_;
  const schedule::Schedule& made_;
  bool units_;
  HostStrip strip_;
  std::map<schedule::Engine, std::uint32_t> rows_;
  std::map<std::size_t, std::uint32_t> stream_rows_;
};

}  // namespace lanescope::ui::figures::program
