#pragma once

#include <cstdint>

#include "ui/figures/output/output_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::output {

class OutputPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "output"; }
  [[nodiscard]] std::string_view title() const override { return tr("Output"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "occupancy"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return figures::output::may_print(session) || session.open_program() != nullptr;
  }
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  static void draw_program(Frame& frame);
  void draw_kernel(Frame& frame);
  void draw_rows(Frame& frame, const figures::output::OutputNow& now, float gutter);
  void draw_row(Frame& frame, const figures::output::OutputNow& now, std::size_t index,
                float gutter) const;
  void arrange(const Frame& frame, std::size_t columns);

  std::vector<figures::output::OutputRow> rows_;
  std::uint64_t run_ = 0;  // of the rows
  std::size_t columns_ = 0;
  std::size_t begun_ = 0;  // rows, in the last frame
};

}  // namespace lanescope::ui::panels::output
