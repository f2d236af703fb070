#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/analysis/comparators.hpp"
#include "sim/base/result.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/background_result.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures::network {

// A network as it is drawn, whatever the moment: a wire an element, a column a comparison of all.
// Comparators that cross lie in lanes of their column, side by side.
enum class Larger : std::uint8_t {
  Unknown,
  First,
  Second
};  // goes to; unknown where both are equal
struct NetworkScene {
  analysis::Network network;
  view::ArrayInfo array;
  std::vector<Larger> larger;        // by comparator
  std::vector<std::uint32_t> lane;   // by comparator
  std::vector<std::uint32_t> lanes;  // by column: how many
  std::uint32_t warp_lanes = 32;
  bool all_recorded = true;  // else only some blocks of some launch are

  [[nodiscard]] std::uint32_t wires() const {
    return static_cast<std::uint32_t>(network.initial.size());
  }
  [[nodiscard]] bool exchanged(std::uint32_t comparator) const {
    const analysis::Comparator& one = network.comparators[comparator];
    return one.before != one.after;
  }
  // An element's bits as it is written.
  [[nodiscard]] std::string number(std::uint64_t bits, std::size_t width = 7) const;
};

// Kept while the run stays; that of a long run is looked for on a thread of its own.
class NetworkCache {
 public:
  // Null while it is looked for, or without a run. An Error says why there is none.
  const Result<NetworkScene>* scene(const view::View& view);
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] bool is_waiting() const { return scene_.is_being_made(); }

 private:
  std::uint64_t key_ = 0;
  view::BackgroundResult<Result<NetworkScene>> scene_;
};
// At once, as files have it.
[[nodiscard]] Result<NetworkScene> network_scene(const view::View& view);

}  // namespace lanescope::ui::figures::network
