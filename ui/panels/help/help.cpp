#include "ui/panels/help/help.hpp"

#include <algorithm>

#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/teaching/glossary.hpp"
#include "ui/view/fuzzy.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::help {
namespace {

void section(const style::Style& style, std::string_view title) {
  ImGui::Dummy({0, style.gap * 0.5F});
  widgets::paragraph(style, {widgets::Face::Bold, style.small_size, style.ink(style::Role::Accent)},
                     title);
}

// The one that `help topic=` asked for has a bar at its side.
void entry(const style::Style& style, std::string_view word, std::string_view meaning, bool wanted,
           bool scroll) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (wanted && scroll) ImGui::SetScrollHereY(0.1F);
  if (wanted) ImGui::Indent(style.gap);
  widgets::paragraph(style, widgets::bold(style), word);
  widgets::paragraph(style, widgets::secondary(style), meaning);
  if (wanted) {
    ImGui::Unindent(style.gap);
    const ImVec2 to = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + 3.0F * style.scale, to.y - style.gap},
                                              style.pack(style::Role::Accent), 1.5F);
  }
  ImGui::Dummy({0, style.gap * 0.3F});
}

// Short patterns are found as they stand, so that "bank" does not list half the glossary.
bool matches(const std::string& filter, std::string_view word) {
  if (filter.empty()) return true;
  const auto found =
      std::search(word.begin(), word.end(), filter.begin(), filter.end(), [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
      });
  return found != word.end();
}

// A text of a table is found by its English as by what it is in the user's language.
bool matches(const std::string& filter, std::string_view english, std::string_view shown) {
  return matches(filter, shown) || matches(filter, english);
}

}  // namespace

std::string_view HelpPanel::help() const {
  return tr(
      "What every panel shows, every word and every key. Type to find a word; the question mark "
      "in a "
      "panel's header leads here.");
}

void HelpPanel::draw_content(Frame& frame) {
  const std::string& wanted = frame.session.state().tools.help_topic;
  if (wanted != seen_topic_) {
    seen_topic_ = wanted;
    filter_.clear();
    scroll_ = 3;
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("###filter", tr("Find a word"), &filter_);
  const float width = ImGui::GetContentRegionAvail().x;
  if (widgets::text_button(frame.style, "###tour", tr("Tour of the studio"), width))
    frame.commands.post("tour");
  if (ImGui::IsItemHovered())
    widgets::tooltip(frame.style, tr("What is where, in two minutes (Shift+F1)."));
  ImGui::BeginChild("###help-text");
  draw_topics(frame, wanted);
  draw_glossary(frame, wanted);
  draw_keys(frame);
  ImGui::EndChild();
  scroll_ = std::max(0, scroll_ - 1);
}

void HelpPanel::draw_topics(Frame& frame, const std::string& wanted) {
  bool any = false;
  for (const HelpTopic& topic : topics_) {
    if (!matches(filter_, topic.title) && !matches(filter_, topic.text)) continue;
    if (!any) section(frame.style, tr("Panels"));
    any = true;
    entry(frame.style, topic.title, topic.text, topic.id == wanted, scroll_ > 0);
  }
}

void HelpPanel::draw_glossary(Frame& frame, const std::string& wanted) const {
  bool any = false;
  for (const teaching::Term& term : teaching::glossary()) {
    if (!matches(filter_, term.word, term.shown_word()) &&
        !matches(filter_, term.meaning, term.shown_meaning()))
      continue;
    if (!any) section(frame.style, tr("Words"));
    any = true;
    entry(frame.style, term.shown_word(), term.shown_meaning(), term.word == wanted, scroll_ > 0);
  }
}

void HelpPanel::draw_keys(const Frame& frame) const {
  const style::Style& style = frame.style;
  bool any = false;
  for (const commands::CommandRow& row : commands::command_table()) {
    if (row.shortcut.empty() || (!matches(filter_, row.title, row.shown_title()) &&
                                 !matches(filter_, row.help, row.shown_help())))
      continue;
    if (!any) section(style, tr("Keys"));
    any = true;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = style.text_size * 1.5F;
    const float keys = style.text_size * 7.5F;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    widgets::draw_text_in(list, style, widgets::mono(style), at, {at.x + keys, at.y + height},
                          row.shortcut, 0.0F);
    widgets::draw_text_in(list, style, widgets::plain(style), {at.x + keys, at.y},
                          {at.x + width, at.y + height}, row.shown_title(), 0.0F);
    ImGui::Dummy({width, height});
    if (ImGui::IsItemHovered()) widgets::tooltip(style, row.shown_help());
  }
}

}  // namespace lanescope::ui::panels::help
