#pragma once

#include "ui/figures/structures/merge_picture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::merge {

class MergePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "merge"; }
  [[nodiscard]] std::string_view title() const override { return tr("Merge"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "graph"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.rung() != nullptr && session.rung()->merge.has_value();
  }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const Result<figures::structures::MergeScene>& scene(const session::Session& session);

  // Kept while run and launch stay.
  std::optional<Result<figures::structures::MergeScene>> scene_;
  std::uint64_t scene_key_ = 0;
  view::ViewCache<figures::structures::MergeModel> model_;
  view::ViewCache<figures::structures::MergePicture> picture_;
};

}  // namespace lanescope::ui::panels::merge
