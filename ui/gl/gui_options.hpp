#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/experiment/experiment.hpp"
#include "ports/equipment/equipment.hpp"

namespace lanescope::ui::background {
class DeviceTextures;
}  // namespace lanescope::ui::background

namespace lanescope::ui::gl {

struct GuiOptions {
  std::string lesson;                                // id; empty: the last one, else reduction
  std::uint32_t step = 1;                            // of the lesson, counted from 1
  std::string session;                               // a session file, instead of a lesson
  std::string script;                                // commands to run at the start
  std::optional<experiment::Experiment> experiment;  // instead of a lesson
  int width = 1600, height = 900;
  // Of live pictures from the GPU's memory; null: none.
  background::DeviceTextures* textures = nullptr;
};

}  // namespace lanescope::ui::gl
