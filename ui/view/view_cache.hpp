#pragma once

#include <cstdint>
#include <optional>

#include "ui/view/view.hpp"

namespace lanescope::ui::view {

// A number that differs whenever something that draw models depend on has changed: the run, the
// tick, the selection, what is shown. Theme, scale and lesson text do not count, nor does the beat:
// it moves with every frame, and what depends on it says so in `extra`.
[[nodiscard]] std::uint64_t view_key(const View& view);

// Keeps a draw model until the session shows something else. `extra` stands for what else it
// depends on (the width in cells, an option of the panel).
template <typename Model>
class ViewCache {
 public:
  template <typename Make>
  const std::optional<Model>& get(const View& view, std::uint64_t extra, Make make) {
    const std::uint64_t key = view_key(view) * 0x9E3779B97F4A7C15ULL + extra;
    if (!filled_ || key != key_) {
      model_ = make();
      key_ = key;
      filled_ = true;
    }
    return model_;
  }

 private:
  std::optional<Model> model_;
  std::uint64_t key_ = 0;
  bool filled_ = false;
};

}  // namespace lanescope::ui::view
