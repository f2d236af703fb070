#pragma once

#include <optional>
#include <string>

#include "ui/figures/flow/flow_cache.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"

namespace lanescope::ui::panels::arrays {

// The Arrays panel's picture of flow: source and destination together.
class FlowPanelPart {
 public:
  // Whether values come from other arrays into one that the shown block writes.
  [[nodiscard]] bool flows(const view::View& view);
  void draw(Frame& frame);
  [[nodiscard]] bool is_waiting() const { return cache_.is_waiting(); }
  // Of the picture that was drawn last; empty: there was none.
  [[nodiscard]] const std::string& target() const { return target_; }
  [[nodiscard]] const std::string& thread() const { return thread_; }

 private:
  struct Drawn {
    figures::flow::FlowPicture picture;
    figures::flow::FlowScene scene;
    float aside = 0.0F;  // width of the sentence where it stands beside the figure; 0: below it
    [[nodiscard]] std::string sentence() const;
  };
  Drawn make(const Frame& frame, const figures::flow::FlowGround& ground, float width,
             float height);
  // In the room that is left above the sentence, or, where that is low, beside the sentence, if
  // cells get larger so.
  Drawn make_largest(const Frame& frame, const figures::flow::FlowGround& ground, float width,
                     float height, float above_sentence);
  [[nodiscard]] std::string words_of(const session::Session& session,
                                     const figures::flow::FlowGround& ground,
                                     const figures::flow::FlowPicture& picture,
                                     const figures::flow::FlowHit& hit) const;

  figures::flow::FlowCache cache_;
  view::ViewCache<Drawn> drawn_;
  std::uint64_t waited_ = 0;  // frames, while something is looked for
  std::string target_, thread_, sentence_;
};

}  // namespace lanescope::ui::panels::arrays
