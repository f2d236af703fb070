#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <imgui.h>

#include "ui/figures/sass_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/session/source_model.hpp"

namespace lanescope::ui::panels::source {

// Source's column of machine code. A part of that panel.
class SassColumn {
 public:
  void draw(Frame& frame, const session::SourceNow& now);
  // What the machine code keeps in local memory, for the source's gutter; null while it is not
  // wanted or not there, or asked for by a lesson.
  [[nodiscard]] const figures::SassLocal* local(const session::Session& session);

 private:
  void refresh(const session::Session& session);
  void draw_rows(Frame& frame, std::uint32_t focus, float height);
  void draw_row(Frame& frame, std::size_t index, std::uint32_t focus) const;
  void draw_local(const Frame& frame, const figures::SassRow& row, ImVec2 min, float end) const;
  void draw_heat(const Frame& frame, std::size_t index, ImVec2 min) const;

  figures::SassModel model_;
  std::vector<std::uint64_t> heat_;  // by row, counted by the hardware; empty: it was not
  bool cycles_ = false;              // it is cycles, of the modelled time
  bool told_local_ = true;           // no question asks for local memory
  std::uint64_t hottest_ = 0, heat_key_ = 0;
  std::shared_ptr<const run::Disassembly> answer_;  // what the model was made of
  std::uint64_t run_ = 0;
  std::uint32_t launch_ = 0;
  std::uint32_t focus_seen_ = 0;  // scrolled to
};

// A register goes to local memory or comes back: an arrow away from the row, or back into it.
void paint_local(ImDrawList& list, const style::Style& style, figures::LocalKind kind, ImVec2 min,
                 ImVec2 max, bool stores, bool loads);

}  // namespace lanescope::ui::panels::source
