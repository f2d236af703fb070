#pragma once

#include <memory>
#include <vector>

#include "ui/figures/program/problem_list.hpp"
#include "ui/panels/panel.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::problems {

class ProblemsPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "problems"; }
  [[nodiscard]] std::string_view title() const override { return tr("Problems"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "counters"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.open_program() != nullptr;
  }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void read(const Frame& frame);

  std::shared_ptr<const lanescope::program::SavedProgram> of_;
  std::vector<figures::program::ProblemRow> rows_;
};

}  // namespace lanescope::ui::panels::problems
