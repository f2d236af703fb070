#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ui/panels/panel.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::help {

struct HelpTopic {
  std::string id, title, text;  // of a panel
};

// What each panel shows, every word, every key. Filtered by typing.
class HelpPanel final : public Panel {
 public:
  explicit HelpPanel(std::vector<HelpTopic> topics) : topics_(std::move(topics)) {}

  [[nodiscard]] std::string_view id() const override { return "help"; }
  [[nodiscard]] std::string_view title() const override { return tr("Help"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "lesson"; }
  void draw_content(Frame& frame) override;

 private:
  void draw_topics(Frame& frame, const std::string& wanted);
  void draw_glossary(Frame& frame, const std::string& wanted) const;
  void draw_keys(const Frame& frame) const;

  std::vector<HelpTopic> topics_;
  std::string filter_, seen_topic_;
  int scroll_ = 0;  // frames in which to scroll to the topic asked for, until all has its size
};

}  // namespace lanescope::ui::panels::help
