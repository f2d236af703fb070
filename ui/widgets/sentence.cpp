#include "ui/widgets/sentence.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/term_text.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

struct Fit {
  float text_width = 0.0F;  // to wrap in
  ImVec2 text, verdict;     // sizes
  bool beside = false;
};

Fit fit(const style::Style& style, std::string_view text, std::string_view verdict, float width) {
  Fit fit;
  fit.verdict = verdict.empty() ? ImVec2{} : measure(style, bold(style), verdict);
  const float left = width - fit.verdict.x - style.gap * 2;
  fit.beside = !verdict.empty() && left > width * 0.6F;
  fit.text_width = std::floor(fit.beside ? left : width) - 1.0F;
  fit.text = measure(style, plain(style), text, std::max(fit.text_width, 1.0F));
  return fit;
}

}  // namespace

float sentence_height(const style::Style& style, std::string_view text, float width,
                      std::string_view verdict) {
  const Fit at = fit(style, text, verdict, width);
  const float below = verdict.empty() || at.beside ? 0.0F : at.verdict.y + style.gap * 0.5F;
  return style.gap * 0.75F + at.text.y + below;
}

void sentence(const style::Style& style, std::string_view words, std::string_view verdict,
              style::Role role) {
  const std::string text = keep_together(words);
  const float width = ImGui::GetContentRegionAvail().x;
  const Fit at = fit(style, text, verdict, width);
  const float height = sentence_height(style, text, width, verdict);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float top = origin.y + style.gap * 0.75F;
  TextLook look = bold(style);
  look.colour = style.ink(role);
  if (!verdict.empty()) {
    const float x = at.beside ? origin.x + width - at.verdict.x : origin.x;
    const float y = at.beside ? top : top + at.text.y + style.gap * 0.5F;
    draw_text_in(*ImGui::GetWindowDrawList(), style, look, {x - 1, y},
                 {x + at.verdict.x + 1, y + at.verdict.y}, verdict, 0.0F);
  }
  ImGui::SetCursorScreenPos({origin.x, top});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + at.text_width);
  ImGui::PushFont(font_of(style, Face::Text), style.text_size);
  ImGui::PushStyleColor(ImGuiCol_Text, style.pack(style::Role::Text));
  {
    const WholeLines whole(top, style.text_size);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
  }
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  link_terms_of_wrapped(style, plain(style), {origin.x, top}, text, at.text_width);
  ImGui::SetCursorScreenPos(origin);
  // A scroll bar leaves widths that are no whole pixels: no item may reach over their end.
  ImGui::Dummy({std::floor(width) - 1.0F, height});
}

}  // namespace lanescope::ui::widgets
