#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "ui/figures/phase_picture.hpp"
#include "ui/view/background_result.hpp"

namespace lanescope::ui::figures {

// The phase picture of an array, kept until the run or the shown block changes. That of a long run
// is made on a thread of its own.
class PhaseCache {
 public:
  // Null while it is being made, or when there is none.
  const PhasePicture* get(const view::View& view, const view::ArrayInfo& array,
                          std::uint32_t most_columns);
  [[nodiscard]] bool is_waiting() const { return figure_.is_being_made(); }
  // Grows with every new picture.
  [[nodiscard]] std::uint64_t key() const { return key_; }

 private:
  std::optional<PhasePicture> picture_;
  std::uint64_t key_ = 0;
  view::BackgroundResult<analysis::PhaseFigure> figure_;
};

}  // namespace lanescope::ui::figures
