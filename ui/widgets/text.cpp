#include "ui/widgets/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/label_log.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/term_text.hpp"

namespace lanescope::ui::widgets {
namespace {

constexpr std::string_view kEllipsis = "…", kNoBreakSpace = "\u00a0";
constexpr std::array<std::string_view, 19> kUnits{"%",  "×",   "ns",  "µs",   "ms",  "s",   "kB",
                                                  "KB", "MB",  "GB",  "TB",   "KiB", "MiB", "GiB",
                                                  "px", "MHz", "GHz", "GB/s", "TB/s"};

// Whether a number's unit begins the text, and ends there.
bool begins_with_unit(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of(" \n.,;:!?)"), text.size());
  return std::ranges::find(kUnits, text.substr(0, end)) != kUnits.end();
}

float size_of(const style::Style& style, const TextLook& look) {
  return look.size > 0.0F ? look.size : style.text_size;
}

const char* begin_of(std::string_view text) { return text.data(); }
const char* end_of(std::string_view text) { return text.data() + text.size(); }

bool in_view(const ImDrawList& list, ImVec2 min, ImVec2 max) {
  const ImVec2 from = list.GetClipRectMin(), to = list.GetClipRectMax();
  return min.x >= from.x - kSlack && min.y >= from.y - kSlack && max.x <= to.x + kSlack &&
         max.y <= to.y + kSlack;
}

void log(const style::Style& style, std::string_view text, ImVec2 size, ImVec2 room, bool shortened,
         bool in_view) {
  if (style.labels == nullptr) return;
  style.labels->add({std::string(text), size.x, size.y, room.x, room.y, shortened, in_view});
}

// Length of the longest beginning with whole UTF-8 signs that fits.
std::size_t fitting(const style::Style& style, const TextLook& look, std::string_view text,
                    float width) {
  const char* rest = nullptr;
  font_of(style, look.face)
      ->CalcTextSizeA(size_of(style, look), width, 0.0F, begin_of(text), end_of(text), &rest);
  return rest == nullptr ? 0 : static_cast<std::size_t>(rest - text.data());
}

}  // namespace

TextLook plain(const style::Style& style) {
  return {Face::Text, style.text_size, style.pack(style::Role::Text)};
}
TextLook bold(const style::Style& style) {
  return {Face::Bold, style.text_size, style.pack(style::Role::Text)};
}
TextLook mono(const style::Style& style) {
  return {Face::Mono, style.text_size * 0.93F, style.pack(style::Role::Text)};
}
TextLook secondary(const style::Style& style) {
  return {Face::Text, style.text_size, style.pack(style::Role::TextSecondary)};
}
TextLook small_text(const style::Style& style) {
  return {Face::Text, style.small_size, style.pack(style::Role::TextSecondary)};
}
TextLook small_mono(const style::Style& style) {
  return {Face::Mono, style.small_size * 0.96F, style.pack(style::Role::TextSecondary)};
}

ImFont* font_of(const style::Style& style, Face face) {
  ImFont* font = face == Face::Bold   ? style.text_bold
                 : face == Face::Mono ? style.mono
                                      : style.text;
  return font != nullptr ? font : ImGui::GetFont();
}

ImVec2 measure(const style::Style& style, const TextLook& look, std::string_view text,
               float wrap_width) {
  ImFont* const font = font_of(style, look.face);
  const float size = size_of(style, look);
  if (wrap_width <= 0.0F)
    return font->CalcTextSizeA(size, 3.0e38F, 0.0F, begin_of(text), end_of(text));
  const std::string kept = keep_together(text);  // as it will be drawn
  return font->CalcTextSizeA(size, 3.0e38F, wrap_width, begin_of(kept), end_of(kept));
}

void draw_text(ImDrawList& list, const style::Style& style, const TextLook& look, ImVec2 at,
               std::string_view text, ImVec2 room) {
  if (text.empty()) return;
  const std::uint32_t colour = look.colour != 0 ? look.colour : style.pack(style::Role::Text);
  const ImVec2 snapped{std::floor(at.x + 0.5F), std::floor(at.y + 0.5F)};
  const bool many = text.find('\n') != std::string_view::npos;
  if (many || row_is_whole(list, at.y, at.y + size_of(style, look)))
    list.AddText(font_of(style, look.face), size_of(style, look), snapped, colour, begin_of(text),
                 end_of(text));
  if (style.labels == nullptr) return;
  const ImVec2 size = measure(style, look, text);
  log(style, text, size, room, false, in_view(list, at, {at.x + size.x, at.y + size.y}));
}

std::string shorten(const style::Style& style, const TextLook& look, std::string_view text,
                    float width) {
  if (measure(style, look, text).x <= width) return std::string(text);
  const float left = width - measure(style, look, kEllipsis).x;
  const std::size_t length = left > 0.0F ? fitting(style, look, text, left) : 0;
  if (length < 3) return {};
  return std::string(text.substr(0, length)).append(kEllipsis);
}

void draw_text_in(ImDrawList& list, const style::Style& style, const TextLook& look, ImVec2 min,
                  ImVec2 max, std::string_view text, float align) {
  const ImVec2 room{max.x - min.x, max.y - min.y};
  const std::string shown = shorten(style, look, text, room.x + 0.5F);
  if (shown.empty()) return;
  const ImVec2 size = measure(style, look, shown);
  const ImVec2 at{min.x + (room.x - size.x) * align, min.y + (room.y - size.y) * 0.5F};
  const LabelLog* const logging = style.labels;
  style::Style quiet = style;  // logged once, below, with what is known of shortening
  quiet.labels = nullptr;
  draw_text(list, quiet, look, at, shown);
  if (logging != nullptr)
    log(style, shown, size, room, shown.size() != text.size(),
        in_view(list, at, {at.x + size.x, at.y + size.y}));
}

void draw_wrapped(ImDrawList& list, const style::Style& style, const TextLook& look, ImVec2 at,
                  std::string_view words, float width) {
  const std::string text = keep_together(words);
  list.AddText(font_of(style, look.face), size_of(style, look), at, look.colour, begin_of(text),
               end_of(text), width);
  const ImVec2 size = measure(style, look, text, width);
  log_wrapped(style, words, at, {at.x + size.x, at.y + size.y});
}

void log_wrapped(const style::Style& style, std::string_view words, ImVec2 min, ImVec2 max) {
  if (style.labels != nullptr)  // they have all the room
    log(style, words, {0, 0}, {0, 0}, false, in_view(*ImGui::GetWindowDrawList(), min, max));
}

std::string keep_together(std::string_view text) {
  std::string kept;
  kept.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit_before = i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9';
    if (text[i] == ' ' && digit_before && begins_with_unit(text.substr(i + 1)))
      kept += kNoBreakSpace;
    else
      kept += text[i];
  }
  return kept;
}

void paragraph(const style::Style& style, const TextLook& look, std::string_view words) {
  const std::string text = keep_together(words);
  ImGui::PushFont(font_of(style, look.face), size_of(style, look));
  ImGui::PushStyleColor(ImGuiCol_Text,
                        look.colour != 0 ? look.colour : style.pack(style::Role::Text));
  ImGui::PushTextWrapPos(0.0F);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  {
    const WholeLines whole(at.y, ImGui::GetFontSize());
    ImGui::TextUnformatted(begin_of(text), end_of(text));
  }
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  log_wrapped(style, words, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  // Bold ones are headings.
  if (look.face == Face::Text && ImGui::IsItemVisible())
    link_terms_of_wrapped(style, look, at, text, width);
}

void paragraph(const style::Style& style, std::string_view text) {
  paragraph(style, plain(style), text);
}

void empty_state(const style::Style& style, std::string_view text) {
  if (style.labels != nullptr) style.labels->add_empty(text);
  ImGui::Dummy({0, style.gap});
  paragraph(style, secondary(style), text);
}

void tooltip(const style::Style& style, std::string_view words) {
  const std::string text = keep_together(words);
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

bool tooltip_over(const style::Style& style, ImVec2 min, ImVec2 max, std::string_view text) {
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(min, max)) return false;
  tooltip(style, text);
  return true;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace lanescope::ui::widgets
