#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ui::widgets {

// Every label that the widgets drew in a frame, with the room that it had. A test reads it: words
// wider than their rectangle are clipped or run into a neighbour. Paragraphs wrap: they have no
// room.
struct Label {
  std::string text;
  float width = 0.0F, height = 0.0F;   // measured
  float room_x = 0.0F, room_y = 0.0F;  // of the rectangle; 0: unlimited
  bool shortened = false;              // drawn with an ellipsis on purpose
  bool in_view = true;                 // nothing of it is clipped
};

class LabelLog {
 public:
  void add(Label label) { labels_.push_back(std::move(label)); }
  // What a panel says in the place of content.
  void add_empty(std::string_view words) { empty_.emplace_back(words); }
  void clear() {
    labels_.clear();
    empty_.clear();
  }
  [[nodiscard]] const std::vector<Label>& labels() const { return labels_; }
  [[nodiscard]] const std::vector<std::string>& empty() const { return empty_; }

 private:
  std::vector<Label> labels_;
  std::vector<std::string> empty_;
};

}  // namespace lanescope::ui::widgets
