#pragma once

#include <cstdint>
#include <optional>

#include <imgui.h>

#include "ui/commands/commands.hpp"
#include "ui/figures/cycles/picture.hpp"
#include "ui/style/style.hpp"

// Pictures of time, and what the mouse does with them.
namespace lanescope::ui::widgets {

// Of this width and height, with the style's sizes.
[[nodiscard]] figures::cycles::Room cycle_room(const style::Style& style, float width,
                                               float height);
// What such a picture depends on besides the view: for ViewCache. `made_of`: the history or time,
// which whoever asks keeps until there is another one.
[[nodiscard]] std::uint64_t cycle_key(const session::Session& session,
                                      const figures::cycles::Room& room, const void* made_of);
void draw_cycle_picture(const style::Style& style, const figures::cycles::Picture& picture,
                        ImVec2 origin);

// The plot as one item. A click goes to the cycle; where the window can be changed, the wheel
// zooms, dragging moves, a double click shows all, and the window goes along with the shown cycle.
class CycleSteering {
 public:
  struct Shown {
    const figures::cycles::Plot& plot;
    ImVec2 origin;
    std::int64_t cycles = 0, moment = 0;  // how many there are; the shown one
    bool has_window = true;
  };
  // True: the pointer rests on the plot, so that a tooltip is due.
  bool steer(commands::CommandQueue& commands, const Shown& shown);

 private:
  void zoom(commands::CommandQueue& commands, const Shown& shown) const;
  void drag(commands::CommandQueue& commands, const Shown& shown);
  void follow(commands::CommandQueue& commands, const Shown& shown);

  figures::cycles::Window grasped_;  // where dragging began
  float grasped_at_ = 0.0F;
  bool dragged_ = false;
  std::optional<std::int64_t> followed_;  // the cycle that the window was last moved for
};

}  // namespace lanescope::ui::widgets
