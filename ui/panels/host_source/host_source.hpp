#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ui/figures/program/host_source.hpp"
#include "ui/panels/panel.hpp"
#include "ui/widgets/editor/code_editor.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::host_source {

class HostSourcePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "host-source"; }
  [[nodiscard]] std::string_view title() const override { return tr("Host source"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "source"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.open_program() != nullptr || session.state().program.edited.has_value();
  }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  [[nodiscard]] float tools_width(const Frame& frame) const override;
  void draw_tools(Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  void read(const Frame& frame);
  void draw_lines(Frame& frame);
  void draw_line(Frame& frame, const figures::program::HostLine& line, bool chosen) const;
  void draw_editor(Frame& frame);
  void mark_errors(const Frame& frame);
  static void post_edit(Frame& frame, const std::optional<std::string>& typed);

  std::shared_ptr<const lanescope::program::SavedProgram> of_;
  std::string file_;
  figures::program::HostSource source_;
  std::uint32_t line_seen_ = 0;  // scrolled to
  float height_seen_ = 0.0F;     // then
  widgets::editor::CodeEditor editor_;
  std::string marked_;  // what the compiler said, as it is marked
};

}  // namespace lanescope::ui::panels::host_source
