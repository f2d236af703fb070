#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/ui/panels/stage.hpp"
#include "ui/studio/panel_set.hpp"

// What every panel keeps to, at any width and scale: it draws something, no words are clipped, and
// nothing sticks out.
namespace lanescope::ui::test {

using Panels = std::vector<std::unique_ptr<panels::Panel>>;

template <typename... P>
Panels some_panels() {
  Panels out;
  (out.push_back(std::make_unique<P>()), ...);
  return out;
}

// All of the studio's panels but these: a new one is among them without being named.
inline Panels panels_except(std::initializer_list<std::string_view> ids) {
  Panels out = studio::make_panels();
  std::erase_if(out, [&](const std::unique_ptr<panels::Panel>& panel) {
    return std::ranges::find(ids, panel->id()) != ids.end();
  });
  return out;
}

// Of a buffer of 32 elements: all threads but the first write beyond its end.
inline constexpr const char* kOutOfBounds =
    "extern \"C\" __global__ void k(int* out) {\n  out[threadIdx.x * 1000] = 1;\n}\n";

inline const std::vector<StageOptions>& contract_shapes() {
  static const std::vector<StageOptions> kAll = {
      {700, 400, 1.0F, true, false}, {320, 400, 1.0F, true, false}, {320, 220, 1.0F, false, false},
      {800, 700, 2.5F, true, false}, {900, 500, 1.5F, false, true},
  };
  return kAll;
}

inline void check_contract(const Stage& stage, const std::string& where) {
  EXPECT_GT(stage.vertices(), 0) << where;
  EXPECT_LE(stage.overhang(), 0.5F) << where;
  for (const widgets::Label& label : stage.labels().labels()) {
    if (label.room_x > 0.0F) {
      EXPECT_LE(label.width, label.room_x + 1.0F) << where << ": " << label.text;
    }
    if (label.room_y > 0.0F) {
      EXPECT_LE(label.height, label.room_y + 3.0F) << where << ": " << label.text;
    }
  }
}

// Draws the panels that `make` makes, anew in each shape; `state` says what the session shows.
template <typename Make>
void check_everywhere(Make make, const session::Session& session, const std::string& state,
                      const std::vector<StageOptions>& shapes = contract_shapes()) {
  for (const StageOptions& shape : shapes) {
    Stage stage(shape);
    for (const auto& panel : make()) {
      stage.draw(*panel, session);
      check_contract(stage, std::string(panel->id()) + ", " + state + ", " +
                                std::to_string(static_cast<int>(shape.width)) + " × " +
                                std::to_string(static_cast<int>(shape.height)) + " px at " +
                                std::to_string(shape.scale));
    }
  }
}

// Each says what it shows, in more than a few words.
inline void check_help(const Panels& panels) {
  for (const auto& panel : panels) EXPECT_GT(panel->help().size(), 40U) << panel->id();
}

}  // namespace lanescope::ui::test
