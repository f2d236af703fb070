#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/base/result.hpp"

namespace lanescope::run {

// What a file is good for, told from its bytes; its name decides only between texts.
struct InputFile {
  enum class Kind : std::uint8_t {
    Kernel,
    Session,
    SavedRun,
    SavedProgram,
    Image,
    Numbers,
    Letters,
    Raw  // .npy, or a multiple of an element's size in a .bin or .raw
  } kind = Kind::Letters;
  std::string path;
  std::uint64_t count = 0;  // numbers, letters or bytes
  std::uint32_t width = 0, height = 0;
};
// An Error says which files are taken.
[[nodiscard]] Result<InputFile> look_at_file(const std::string& path);
// "640 × 480 pixels", "120 numbers".
[[nodiscard]] std::string words_of(const InputFile& file);

// The arguments of the experiment that the file may become: buffers and symbols that are filled
// with something, those that are filled with the like before the others. An Error when there is
// none.
[[nodiscard]] Result<std::vector<std::string>> fitting_arguments(
    const experiment::Experiment& experiment, const InputFile& file);
// The fill that makes the file this buffer's content, as parse_fill() takes it.
[[nodiscard]] std::string fill_from(const InputFile& file, const experiment::BufferValue& value);

}  // namespace lanescope::run
