#pragma once

#include "ui/figures/global_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::global_memory {

class GlobalMemoryPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "global-memory"; }
  [[nodiscard]] std::string_view title() const override { return tr("Global memory"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  [[nodiscard]] float enough_height(const Frame& frame, float width) override;
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::GlobalModel>& model(const Frame& frame);
  view::ViewCache<figures::GlobalModel> cache_;
  std::uint64_t usual_key_ = 0, usual_lines_ = 0;  // of a request, by the run
  float height_ = 0.0F;  // of the content in the last frame: how many lines fit
};

}  // namespace lanescope::ui::panels::global_memory
