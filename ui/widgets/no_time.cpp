#include "ui/widgets/no_time.hpp"

#include <imgui.h>

#include "ui/figures/time_state.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {

bool no_time(const style::Style& style, const session::Session& session,
             commands::CommandQueue& commands) {
  const std::string why = figures::why_no_time(session);
  if (why.empty()) return false;
  empty_state(style, why);
  if (session.state().tools.time.on) return true;
  ImGui::Dummy({0, style.gap * 0.5F});
  if (text_button(style, "###model-time", tr("Model the time"), 0.0F, Emphasis::Primary))
    commands.post("time value=on");
  return true;
}

}  // namespace lanescope::ui::widgets
