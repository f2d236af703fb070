#pragma once

#include <memory>
#include <optional>

#include "ui/figures/cycles/sms_picture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/widgets/cycle_figure.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::sms {

class SmsPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "sms"; }
  [[nodiscard]] std::string_view title() const override { return tr("SMs"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "timeline"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  struct Drawn {
    figures::cycles::SmsModel model;
    figures::cycles::Picture picture;
    bool shows_blocks = false;
  };
  const std::optional<Drawn>& drawn(const Frame& frame, float width, float height);

  std::shared_ptr<const run::ModelTime> time_;  // that the last picture was made of
  widgets::CycleSteering steering_;
  view::ViewCache<Drawn> cache_;
};

}  // namespace lanescope::ui::panels::sms
