#include "ui/widgets/no_time.hpp"

#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {

void draw_no_time(const style::Style& style, commands::CommandQueue& commands,
                  const figures::NoTime& why) {
  empty_state(style, why.words);
  if (!why.is_off) return;
  ImGui::Dummy({0, style.gap * 0.5F});
  if (text_button(style, "###time-on", tr("Model the time"), 0.0F, Emphasis::Primary))
    commands.post("time value=on");
}

}  // namespace lanescope::ui::widgets
