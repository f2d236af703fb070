#pragma once

#include <memory>

#include "ui/panels/panel.hpp"
#include "ui/panels/timeline/timeline_model.hpp"
#include "ui/view/background_result.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timeline {

class TimelinePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "timeline"; }
  [[nodiscard]] std::string_view title() const override { return tr("Timeline"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  [[nodiscard]] float enough_height(const Frame& frame, float width) override;
  [[nodiscard]] bool is_waiting() const override { return prepared_.is_being_made(); }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const analysis::Timeline* timeline(const session::Session& session);
  const std::optional<TimelineModel>& model(const Frame& frame, float plot_width);
  void steer(const TimelineModel& shown, float left, float plot_width);
  void follow(const session::Session& session, const TimelineModel& shown);

  view::BackgroundResult<analysis::Timeline> prepared_;
  const analysis::Timeline* timeline_ = nullptr;  // of trace_, in prepared_
  std::shared_ptr<const trace::Trace> trace_;
  TimelineView view_;  // from == to: the whole run
  Tick followed_;      // the tick that the view was last moved for
  bool dragged_ = false;
  std::size_t rows_ = 0;  // in the last frame
  view::ViewCache<TimelineModel> cache_;
};

}  // namespace lanescope::ui::panels::timeline
