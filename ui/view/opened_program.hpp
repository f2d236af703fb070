#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "lab/experiment/experiment.hpp"

namespace lanescope::program {
struct SavedProgram;
}

namespace lanescope::ui::view {

// A source that was changed, and not yet saved; no file: none was.
struct EditedProgram {
  std::string file, arguments, text;
  friend bool operator==(const EditedProgram&, const EditedProgram&) = default;
};

// A whole program that ran on the model, and which of its launches is the run on screen.
struct OpenedProgram {
  std::shared_ptr<const lanescope::program::SavedProgram> saved;  // null: none is open
  std::string file;       // that it was opened from: a source, or a saved program
  std::string arguments;  // that it ran with, as one writes them
  std::string output;     // what it wrote; empty where it was opened as a saved one
  // The text of `file` with changes that the file has not: what runs next.
  std::optional<std::string> edited;
  std::string refused;  // what the compiler said of it, where it did not build
  std::size_t launch = 0;
  std::optional<std::size_t> call;  // chosen by a click
  // Of the launch. The run on screen is that launch as long as this is the chosen experiment.
  std::shared_ptr<const experiment::Experiment> shown;
  friend bool operator==(const OpenedProgram&, const OpenedProgram&) = default;
};

}  // namespace lanescope::ui::view
