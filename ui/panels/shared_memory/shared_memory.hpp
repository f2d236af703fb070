#pragma once

#include "ui/figures/shared_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::shared_memory {

class SharedMemoryPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "shared-memory"; }
  [[nodiscard]] std::string_view title() const override { return tr("Shared memory"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return !session.run() || figures::uses_shared_memory(*session.run());
  }
  [[nodiscard]] float enough_height(const Frame& frame, float width) override;
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<figures::SharedModel>& model(const Frame& frame);
  view::ViewCache<figures::SharedModel> cache_;
  figures::BankRows rows_;  // that had room in the last frame
};

}  // namespace lanescope::ui::panels::shared_memory
