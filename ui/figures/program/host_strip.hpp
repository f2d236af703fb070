#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/program/saved_program.hpp"
#include "sim/base/result.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::program {

// The host strip: what the program called, copied and launched, in order from left to right, the
// host in its first row, copies in the second, then a row for each stream. Lengths are no times:
// they grow with the logarithm of a copy's bytes and of a launch's warp instructions.
enum class BoxKind : std::uint8_t { Call, ToDevice, FromDevice, OnDevice, Set, Launch, Waits };
struct StripBox {
  float begin = 0.0F, length = 1.0F;  // in units: a plain call has 1
  std::uint32_t row = 0;
  BoxKind kind = BoxKind::Call;
  std::string label;  // "malloc", "4 KiB", "step<16> #2"
  std::string brief;  // where that has no room: "malloc", "4 KiB", "#2"
  std::string words;  // for a tooltip
  std::optional<std::size_t> call, launch;
  bool wrong = false;  // it failed, or a hazard of severity `error` was found
};
struct HostStrip {
  std::vector<std::string> rows;  // "host", "copies", "stream 0"
  std::vector<StripBox> boxes;    // by begin
  float length = 0.0F;
  bool in_time = false;  // begins and lengths are times: see host_timeline.hpp
};
[[nodiscard]] BoxKind kind_of(lanescope::runtime::record::IssuedWork::Kind kind);
// Launches are numbered by kernel: "step<16> #2", and "#2" where that has no room.
class LaunchNames {
 public:
  void name(const lanescope::runtime::record::Launch& launch, StripBox& box);

 private:
  std::map<std::string, int> counts_;
};
[[nodiscard]] HostStrip host_strip(const lanescope::program::SavedProgram& program);
[[nodiscard]] style::Role role_of(const StripBox& box);
// What moves between host and GPU, of what there is in the strip, with the words of its colour.
struct StripLegend {
  style::Role role = style::Role::Load;
  std::string words;  // "to the GPU"
};
[[nodiscard]] std::vector<StripLegend> legend_of(const HostStrip& strip);
// That it tells no time.
[[nodiscard]] std::string strip_note();
// "memcpyAsync"; "4 KiB".
[[nodiscard]] std::string short_name(const std::string& call);
// Of a short name what is done, without the thing that it is done to: "memcpy" of "memcpyAsync",
// "sync" of "deviceSynchronize", "create" of "streamCreateWithFlags".
[[nodiscard]] std::string brief_name(const std::string& short_name);
[[nodiscard]] std::string size_words(std::uint64_t bytes);

// The first calls and launches, with the launch on screen framed, and the timeline below them. An
// Error: no program is open.
[[nodiscard]] Result<std::string> host_strip_svg(const session::Session& session, bool dark);

}  // namespace lanescope::ui::figures::program
