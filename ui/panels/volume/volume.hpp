#pragma once

#include "ui/figures/volume/volume_picture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::volume {

class VolumePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "volume"; }
  [[nodiscard]] std::string_view title() const override { return tr("Volume"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "graph"; }
  [[nodiscard]] bool suits(const session::Session& session) const override;
  [[nodiscard]] bool is_waiting() const override { return flow_.is_waiting(); }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  // Null while it is being made, or without a run.
  const Result<figures::volume::VolumeModel>* model(const session::Session& session);

  figures::flow::FlowCache flow_;
  view::ViewCache<Result<figures::volume::VolumeModel>> model_;
  bool low_ = false;  // the room of the frame before
};

}  // namespace lanescope::ui::panels::volume
