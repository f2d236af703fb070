#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/network/network_scene.hpp"

namespace lanescope::ui::figures::network {

enum class Progress : std::uint8_t { Done, Now, Later };
struct NetworkModel {
  std::vector<Progress> progress;       // by comparator
  std::optional<std::uint32_t> column;  // in which the shown block is; none: all is through
  std::optional<std::uint32_t> chosen;  // the selected lane's comparator in it
  std::optional<std::uint32_t> wire;    // the selected element
  std::vector<std::string> values;      // by element, at this moment; empty: kept back
  bool told = true;                     // which way elements went
  bool counted = true;                  // how many comparators there are, and which split warps
  std::string sentence;
};
// What a lesson asks for is kept back: `told` of elements, `counted` of anything.
struct NetworkSecrets {
  bool told = true, counted = true;
};
[[nodiscard]] NetworkModel network_model(const view::View& view, const NetworkScene& scene,
                                         NetworkSecrets secrets);

// "16 elements · 10 columns · 80 comparators".
[[nodiscard]] std::string network_words(const NetworkScene& scene, bool counted);
[[nodiscard]] std::string network_sentence(const view::View& view, const NetworkScene& scene,
                                           const NetworkModel& model);
// Of the comparator, and of the wire, under the pointer.
[[nodiscard]] std::string comparator_words(const NetworkScene& scene, const NetworkModel& model,
                                           std::uint32_t comparator);
[[nodiscard]] std::string wire_words(const NetworkScene& scene, const NetworkModel& model,
                                     std::uint32_t wire);
// "8"; "1 to 15" of a column of several.
[[nodiscard]] std::string distance_words(const analysis::NetworkColumn& column);

}  // namespace lanescope::ui::figures::network
