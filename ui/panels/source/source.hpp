#pragma once

#include <optional>
#include <string>
#include <vector>

#include <imgui.h>

#include "ui/panels/panel.hpp"
#include "ui/panels/source/source_rows.hpp"
#include "ui/panels/source/source_sass.hpp"
#include "ui/session/source_model.hpp"
#include "ui/widgets/editor/code_editor.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::source {

// The kernel's source, its PTX and its machine code beside each other; a gutter with a counter; an
// editor that compiles while you type.
class SourcePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "source"; }
  [[nodiscard]] std::string_view title() const override { return tr("Source"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return {}; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  std::string note_command(const Frame&) override { return "heat"; }
  void draw_content(Frame& frame) override;

  [[nodiscard]] float tools_width(const Frame& frame) const override;
  void draw_tools(Frame& frame) override;

 private:
  void refresh(const session::Session& session);
  void draw_source(Frame& frame, const session::SourceNow& now, float width);
  void draw_source_row(Frame& frame, const session::SourceNow& now, const SourceRow& row,
                       float number_width) const;
  [[nodiscard]] const figures::LocalUse* local_of(std::uint32_t line) const;
  void draw_row_text(const style::Style& style, const SourceRow& row, float x, ImVec2 min,
                     ImVec2 max) const;
  void wrap(const style::Style& style, float width);
  void line_menu(Frame& frame, const session::SourceLine& line,
                 const view::Breakpoint* point) const;
  void draw_code(Frame& frame, const session::SourceNow& now, float width);
  void draw_code_line(Frame& frame, const session::SourceNow& now,
                      const session::CodeLine& line) const;
  void draw_beside(Frame& frame, const session::SourceNow& now, ImVec2 origin, float left,
                   float width);
  void draw_edit_button(Frame& frame, float side);
  void draw_editor(Frame& frame, float width);
  static void post_edit(Frame& frame, const std::optional<std::string>& text);
  void mark_errors(const style::Style& style);

  session::SourceModel model_;  // cache, by source_key()
  std::uint64_t key_ = 0;
  bool filled_ = false;
  std::vector<SourceRow> rows_;  // cache: the model's lines in so many columns
  std::size_t columns_ = 0;
  bool has_sass_ = false;                            // there is room for machine code
  std::uint32_t line_seen_ = 0, selected_seen_ = 0;  // scrolled to
  std::uint64_t pc_seen_ = ~std::uint64_t{0};
  float height_seen_ = 0.0F, ptx_height_seen_ = 0.0F;  // then
  SassColumn sass_;
  const figures::SassLocal* local_ = nullptr;  // of sass_, in this frame

  mutable std::string condition_;  // in the field of an open menu

  widgets::editor::CodeEditor editor_;
  std::uint64_t marked_key_ = 0;
};

}  // namespace lanescope::ui::panels::source
