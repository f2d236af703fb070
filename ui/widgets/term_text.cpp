#include "ui/widgets/term_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "ui/widgets/scroll_edges.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {
namespace {

void dots(const style::Style& style, ImVec2 min, ImVec2 max, std::uint32_t colour) {
  const float size = std::max(1.0F, style.scale), step = size * 3.0F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (float x = min.x; x + size <= max.x; x += step)
    list.AddRectFilled({x, max.y - size}, {x + size, max.y}, colour);
}

void card(const style::Style& style, const teaching::Term& term) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{style.gap * 1.25F, style.gap});
  if (ImGui::BeginTooltip()) {
    ImGui::PushTextWrapPos(style.text_size * 26.0F);
    const auto words = [&](Face face, float size, style::Role role, std::string_view text) {
      ImGui::PushFont(font_of(style, face), size);
      ImGui::PushStyleColor(ImGuiCol_Text, style.pack(role));
      ImGui::TextUnformatted(text.data(), text.data() + text.size());
      ImGui::PopStyleColor();
      ImGui::PopFont();
    };
    words(Face::Bold, style.text_size * 0.95F, style::Role::Text, term.shown_word());
    words(Face::Text, style.text_size * 0.95F, style::Role::Text, term.shown_meaning());
    words(Face::Text, style.small_size, style::Role::TextSecondary,
          tr("A click opens it in Help."));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::PopStyleVar();
}

// The pieces of a line of text that are parts of terms.
struct Line {
  std::size_t begin = 0, end = 0;  // in the whole text
  ImVec2 at;
};
void link_line(const style::Style& style, const TextLook& look, std::string_view text,
               const Line& line, const std::vector<teaching::TermLink>& links) {
  const std::string_view words = text.substr(line.begin, line.end - line.begin);
  const float height = measure(style, look, "x").y;
  for (const teaching::TermLink& link : links) {
    const std::size_t begin = std::max(link.begin, line.begin), end = std::min(link.end, line.end);
    if (begin >= end) continue;
    const float from = measure(style, look, words.substr(0, begin - line.begin)).x;
    const float to = measure(style, look, words.substr(0, end - line.begin)).x;
    term_piece(style, *link.term, begin == link.begin ? 0 : 1, {line.at.x + from, line.at.y},
               {line.at.x + to, line.at.y + height});
  }
}

}  // namespace

void term_piece(const style::Style& style, const teaching::Term& term, int piece, ImVec2 min,
                ImVec2 max) {
  if (!row_is_whole(*ImGui::GetWindowDrawList(), min.y, max.y)) return;
  // What was drawn before stays the last item of whoever asks about it.
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiLastItemData last = g.LastItemData;
  const std::string name = piece == 0 ? fmt::format("###term-{}", term.word)
                                      : fmt::format("###term-{}-{}", term.word, piece);
  const ImGuiID id = ImGui::GetID(name.c_str());
  const ImRect box(min, max);
  bool hovered = false, held = false;
  if (ImGui::ItemAdd(box, id)) {
    IMGUI_TEST_ENGINE_ITEM_INFO(id, name.c_str(), g.LastItemData.StatusFlags);
    if (ImGui::ButtonBehavior(box, id, &hovered, &held)) style.terms->add(std::string(term.word));
    dots(style, min, max,
         hovered ? style.ink(style::Role::Accent) : style.pack(style::Role::TextSecondary));
    if (hovered) card(style, term);
  }
  g.LastItemData = last;
}

void link_terms_of_line(const style::Style& style, const TextLook& look, ImVec2 at,
                        std::string_view text) {
  if (style.terms == nullptr || text.empty()) return;
  ImGui::PushID(text.data(), text.data() + text.size());
  link_line(style, look, text, {0, text.size(), at}, teaching::find_terms(text));
  ImGui::PopID();
}

void link_terms_of_wrapped(const style::Style& style, const TextLook& look, ImVec2 at,
                           std::string_view text, float wrap_width) {
  if (style.terms == nullptr || text.empty()) return;
  const std::vector<teaching::TermLink> links = teaching::find_terms(text);
  if (links.empty()) return;
  ImFont* const font = font_of(style, look.face);
  const float size = look.size > 0.0F ? look.size : style.text_size;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  ImGui::PushID(begin, end);
  for (const char* s = begin; s < end; at.y += size) {
    const char* const word_end = font->CalcWordWrapPosition(size, s, end, wrap_width);
    const char* const eol = std::max(word_end, s);
    link_line(style, look, text,
              {static_cast<std::size_t>(s - begin), static_cast<std::size_t>(eol - begin), at},
              links);
    // The blanks that a line ends with are not drawn, nor is its end.
    const char* next = eol;
    while (next < end && (*next == ' ' || *next == '\t')) ++next;
    if (next < end && *next == '\n') ++next;
    s = next > s ? next : s + 1;
  }
  ImGui::PopID();
}

}  // namespace lanescope::ui::widgets
