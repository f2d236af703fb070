#pragma once

#include "ui/figures/cycles/cycles_model.hpp"
#include "ui/figures/cycles/picture.hpp"

namespace lanescope::ui::figures::cycles {

// With a legend below the axis where the room is high enough.
struct CyclesPicture : Picture {
  struct Entry {
    ReasonShare reason;
    float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
  };
  std::vector<Entry> legend;
  // Null: there is no entry.
  [[nodiscard]] const ReasonShare* legend_at(float x, float y) const;
};
[[nodiscard]] CyclesPicture cycles_picture(const CyclesModel& model, const Room& room);

}  // namespace lanescope::ui::figures::cycles
