#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "ui/figures/traffic/traffic_bytes.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::traffic {

// What moves between registers and DRAM:
//
//   | registers |
//     |     |  8,192 B loaded
//     |   | shared |   190 passes, 40 would do
//     |  1,024 B loaded
//   |    L1     |      32 sectors, no fewer would do
enum class Place : std::uint8_t { Registers, Shared, L1, L2, Dram };
inline constexpr std::size_t kPlaces = 5;
enum class Way : std::uint8_t { ToShared, ToL1, Copied, ToL2, ToDram };
inline constexpr std::size_t kWays = 5;

struct TrafficBox {
  std::string name;
  std::string text, more;                         // beside it
  style::Role role = style::Role::TextSecondary;  // of the text
  std::string words;                              // sentences, for the tooltip
};
struct TrafficWay {
  Flow bytes;
  std::string text;   // "8,192 B loaded, 512 B stored"
  std::string words;  // for the tooltip
};
struct TrafficModel {
  std::array<TrafficBox, kPlaces> boxes;
  std::array<TrafficWay, kWays> ways;
  std::uint64_t most = 0;            // bytes one way on any of them
  Place busiest = Place::Registers;  // behind the way of most bytes; Registers: nothing moves
  std::string sentence, note;
  bool complete = false;   // false: the counters are still on their way, and all else is empty
  bool kept_back = false;  // the same
};
// Nullopt: there is no time (why_no_time). `kept_back`: the lesson's question asks for a number of
// it.
[[nodiscard]] std::optional<TrafficModel> traffic_model(const session::Session& session,
                                                        bool kept_back);

// As a drawing for slides and texts, of a model that is complete and not kept back. Plain SVG 1.1.
[[nodiscard]] std::string traffic_svg(const TrafficModel& model, bool dark);

}  // namespace lanescope::ui::figures::traffic
