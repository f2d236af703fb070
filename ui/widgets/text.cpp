#include "ui/widgets/text.hpp"

#include <algorithm>
#include <cmath>

#include "ui/widgets/label_log.hpp"
#include "ui/widgets/term_text.hpp"

namespace lanescope::ui {
namespace {

constexpr std::string_view kEllipsis = "…";

float size_of(const Style& style, const TextLook& look) {
  return look.size > 0.0F ? look.size : style.text_size;
}

const char* begin_of(std::string_view text) { return text.data(); }
const char* end_of(std::string_view text) { return text.data() + text.size(); }

void log(const Style& style, std::string_view text, ImVec2 size, ImVec2 room, bool shortened) {
  if (style.labels == nullptr) return;
  style.labels->add({std::string(text), size.x, size.y, room.x, room.y, shortened});
}

// Length of the longest beginning with whole UTF-8 signs that fits.
std::size_t fitting(const Style& style, const TextLook& look, std::string_view text, float width) {
  const char* rest = nullptr;
  font_of(style, look.face)
      ->CalcTextSizeA(size_of(style, look), width, 0.0F, begin_of(text), end_of(text), &rest);
  return rest == nullptr ? 0 : static_cast<std::size_t>(rest - text.data());
}

}  // namespace

TextLook plain(const Style& style) { return {Face::Text, style.text_size, style.pack(Role::Text)}; }
TextLook bold(const Style& style) { return {Face::Bold, style.text_size, style.pack(Role::Text)}; }
TextLook mono(const Style& style) {
  return {Face::Mono, style.text_size * 0.93F, style.pack(Role::Text)};
}
TextLook secondary(const Style& style) {
  return {Face::Text, style.text_size, style.pack(Role::TextSecondary)};
}
TextLook small_text(const Style& style) {
  return {Face::Text, style.small_size, style.pack(Role::TextSecondary)};
}
TextLook small_mono(const Style& style) {
  return {Face::Mono, style.small_size * 0.96F, style.pack(Role::TextSecondary)};
}

ImFont* font_of(const Style& style, Face face) {
  ImFont* font = face == Face::Bold   ? style.text_bold
                 : face == Face::Mono ? style.mono
                                      : style.text;
  return font != nullptr ? font : ImGui::GetFont();
}

ImVec2 measure(const Style& style, const TextLook& look, std::string_view text, float wrap_width) {
  return font_of(style, look.face)
      ->CalcTextSizeA(size_of(style, look), 3.0e38F, wrap_width, begin_of(text), end_of(text));
}

void draw_text(ImDrawList& list, const Style& style, const TextLook& look, ImVec2 at,
               std::string_view text, ImVec2 room) {
  if (text.empty()) return;
  const std::uint32_t colour = look.colour != 0 ? look.colour : style.pack(Role::Text);
  const ImVec2 snapped{std::floor(at.x + 0.5F), std::floor(at.y + 0.5F)};
  list.AddText(font_of(style, look.face), size_of(style, look), snapped, colour, begin_of(text),
               end_of(text));
  if (style.labels != nullptr) log(style, text, measure(style, look, text), room, false);
}

std::string shorten(const Style& style, const TextLook& look, std::string_view text, float width) {
  if (measure(style, look, text).x <= width) return std::string(text);
  const float left = width - measure(style, look, kEllipsis).x;
  const std::size_t length = left > 0.0F ? fitting(style, look, text, left) : 0;
  if (length < 3) return {};
  return std::string(text.substr(0, length)).append(kEllipsis);
}

void draw_text_in(ImDrawList& list, const Style& style, const TextLook& look, ImVec2 min,
                  ImVec2 max, std::string_view text, float align) {
  const ImVec2 room{max.x - min.x, max.y - min.y};
  const std::string shown = shorten(style, look, text, room.x + 0.5F);
  if (shown.empty()) return;
  const ImVec2 size = measure(style, look, shown);
  const ImVec2 at{min.x + (room.x - size.x) * align, min.y + (room.y - size.y) * 0.5F};
  const LabelLog* const logging = style.labels;
  Style quiet = style;  // logged once, below, with what is known of shortening
  quiet.labels = nullptr;
  draw_text(list, quiet, look, at, shown);
  if (logging != nullptr) log(style, shown, size, room, shown.size() != text.size());
}

void paragraph(const Style& style, const TextLook& look, std::string_view text) {
  ImGui::PushFont(font_of(style, look.face), size_of(style, look));
  ImGui::PushStyleColor(ImGuiCol_Text, look.colour != 0 ? look.colour : style.pack(Role::Text));
  ImGui::PushTextWrapPos(0.0F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(begin_of(text), end_of(text));
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (style.labels != nullptr) log(style, text, {0, 0}, {0, 0}, false);  // it has all the room
  // Bold ones are headings.
  if (look.face == Face::Text && ImGui::IsItemVisible())
    link_terms_of_wrapped(style, look, at, text, width);
}

void paragraph(const Style& style, std::string_view text) { paragraph(style, plain(style), text); }

void empty_state(const Style& style, std::string_view text) {
  ImGui::Dummy({0, style.gap});
  paragraph(style, secondary(style), text);
}

void tooltip(const Style& style, std::string_view text) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{style.gap * 1.25F, style.gap});
  if (ImGui::BeginTooltip()) {
    ImGui::PushTextWrapPos(style.text_size * 26.0F);
    ImGui::PushFont(font_of(style, Face::Text), style.text_size * 0.95F);
    ImGui::TextUnformatted(begin_of(text), end_of(text));
    ImGui::PopFont();
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar();
}

bool tooltip_over(const Style& style, ImVec2 min, ImVec2 max, std::string_view text) {
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, max)) return false;
  tooltip(style, text);
  return true;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace lanescope::ui
