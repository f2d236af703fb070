#include <vector>

#include <fmt/format.h>

#include "ui/panels/source/source.hpp"

namespace lanescope::ui::panels::source {

void SourcePanel::mark_errors(const style::Style& style) {
  if (marked_key_ == key_) return;
  marked_key_ = key_;
  std::vector<widgets::editor::CodeEditor::Mark> marks;
  for (const session::SourceLine& line : model_.lines) {
    if (!line.error.empty()) marks.push_back({line.number, line.error});
  }
  editor_.mark_errors(style, marks);
}

void SourcePanel::draw_editor(Frame& frame, float width) {
  editor_.show(frame.session.source_text());
  mark_errors(frame.style);
  post_edit(frame, editor_.draw(frame.style, "###editor", width, frame.seconds));
}

void SourcePanel::post_edit(Frame& frame, const std::optional<std::string>& text) {
  if (text && *text != frame.session.source_text())
    frame.commands.post(fmt::format("edit text={}", session::quote(*text)));
}

}  // namespace lanescope::ui::panels::source
