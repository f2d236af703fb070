#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "cuda/toolchain/compiler.hpp"
#include "lab/experiment/experiment.hpp"
#include "sim/base/result.hpp"

namespace lanescope::ui {

class DeviceTextures;

struct GuiOptions {
  std::string lesson;                         // id; empty: the last one, else reduction
  std::uint32_t step = 1;                     // of the lesson, counted from 1
  std::string session;                        // a session file, instead of a lesson
  std::string script;                         // commands to run at the start
  std::optional<lab::Experiment> experiment;  // instead of a lesson
  int width = 1600, height = 900;
  DeviceTextures* textures = nullptr;  // live pictures from the GPU's memory; null: none
  // Of compilers beside the one given: the GPU's runs and live pictures have one each.
  cuda::Compiler::Options compilers;
};

// The studio in a window; returns the process's exit status. No display: an Error (Missing).
[[nodiscard]] Result<int> run_gui(const GuiOptions& options, cuda::Compiler& compiler);
[[nodiscard]] bool has_display();

// The same studio drawn off screen (EGL) into a PNG, after the script has run and all has settled.
// A GIF is written by `export-gif` in the script.
[[nodiscard]] Result<void> render_shot(const GuiOptions& options, const std::filesystem::path& png,
                                       cuda::Compiler& compiler);

}  // namespace lanescope::ui
