#pragma once

#include <string>
#include <vector>

#include "ui/panels/panel.hpp"
#include "ui/teaching/notes.hpp"
#include "ui/widgets/markdown/markdown.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::notes {

// What the teacher has beside the class's window: own words for the step, the answer to its
// question, what comes next, and the projector and the pen at hand.
class NotesPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "notes"; }
  [[nodiscard]] std::string_view title() const override { return tr("Notes"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "experiment"; }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void draw_own_words(Frame& frame, const teaching::NotesModel& model);

  std::string text_, shown_of_, shown_;  // the line being written; of which step; as it was kept
  bool writing_ = false;
  std::string teaching_text_;  // cache: the Markdown of this text
  std::vector<widgets::markdown::MarkdownBlock> teaching_;
};

}  // namespace lanescope::ui::panels::notes
