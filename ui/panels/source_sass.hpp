#pragma once

#include <cstdint>
#include <memory>

#include "ui/model/sass_model.hpp"
#include "ui/model/source_model.hpp"
#include "ui/panels/panel.hpp"

namespace lanescope::ui {

// Source's column of machine code. A part of that panel.
class SassColumn {
 public:
  void draw(Frame& frame, const SourceNow& now);

 private:
  void refresh(const Session& session);
  void draw_rows(Frame& frame, std::uint32_t focus, float height);
  void draw_row(Frame& frame, const SassRow& row, std::uint32_t focus) const;

  SassModel model_;
  std::shared_ptr<const lab::Disassembly> answer_;  // what the model was made of
  std::uint64_t run_ = 0;
  std::uint32_t launch_ = 0;
  std::uint32_t focus_seen_ = 0;  // scrolled to
};

}  // namespace lanescope::ui
