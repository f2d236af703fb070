#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace lanescope::ui::studio {

// Places of panels above each other, as the layout has made them, which share their height by what
// the panels in front need. Where the user has moved a border, its column stays as it is.
class Columns {
 public:
  struct Need {
    float enough = 0.0F;  // pixels; 0: the more the better
    bool favoured = false;
  };
  using NeedOf = std::function<Need(std::uint32_t place)>;  // by the id of its dock node

  void clear() { columns_.clear(); }
  // `places` from the top, and what they get at first; `rests`: the node of all from the second
  // on, from the third on … without the last place.
  void add(std::vector<std::uint32_t> places, std::vector<std::uint32_t> rests,
           std::vector<double> shares);
  // Once a frame, before DockSpace().
  void fit(const NeedOf& need_of);

 private:
  struct Column {
    std::vector<std::uint32_t> places, rests;
    std::vector<double> shares;
    std::vector<float> heights;  // given last; empty: none yet
    bool moved = false;          // by the user
  };
  static void fit(Column& column, const NeedOf& need_of);

  std::vector<Column> columns_;
};

}  // namespace lanescope::ui::studio
