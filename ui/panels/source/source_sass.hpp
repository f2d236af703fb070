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

 private:
  void refresh(const session::Session& session);
  void draw_rows(Frame& frame, std::uint32_t focus, float height);
  void draw_row(Frame& frame, std::size_t index, std::uint32_t focus) const;
  void draw_heat(const Frame& frame, std::size_t index, ImVec2 min) const;

  figures::SassModel model_;
  std::vector<std::uint64_t> heat_;  // by row, counted by the hardware; empty: it was not
  std::uint64_t hottest_ = 0, heat_key_ = 0;
  std::shared_ptr<const run::Disassembly> answer_;  // what the model was made of
  std::uint64_t run_ = 0;
  std::uint32_t launch_ = 0;
  std::uint32_t focus_seen_ = 0;  // scrolled to
};

}  // namespace lanescope::ui::panels::source
