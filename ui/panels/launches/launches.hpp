#pragma once

#include <memory>
#include <vector>

#include "ui/figures/program/launch_list.hpp"
#include "ui/panels/panel.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::launches {

class LaunchesPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "launches"; }
  [[nodiscard]] std::string_view title() const override { return tr("Launches"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "global-memory"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.open_program() != nullptr;
  }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void draw_row(Frame& frame, std::size_t index) const;

  std::shared_ptr<const lanescope::program::SavedProgram> of_;
  std::vector<figures::program::LaunchRow> rows_;
};

}  // namespace lanescope::ui::panels::launches
