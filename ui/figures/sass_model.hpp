#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ui/background/sass_listing.hpp"
#include "ui/figures/sass_local.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// Source's third column: the machine code of the shown launch's kernel, and what the assembler did
// with a line. Which machine instruction the model executes is not known: it runs the PTX.
struct SassRow {
  std::string text;  // "@!P1 LDS R3, [R2]", or a label
  bool is_label = false;
  std::string guard;              // "@!P1": `text` begins with it
  std::uint32_t source_line = 0;  // of the compiled file; 0: none
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;            // that a thread loads or stores
  LocalKind local = LocalKind::None;  // in local memory
  bool is_load = false;
};
struct SassModel {
  std::vector<SassRow> rows;
  std::map<std::uint32_t, std::string> facts;  // by source line: a sentence
  SassLocal local;
  std::string sentence;  // of the whole kernel
  std::string problem;   // why there is nothing, and what helps
};
[[nodiscard]] SassModel sass_model(const view::View& view, const run::Disassembly& answer);

// The innermost line of the file `name` (its folder does not count) that an instruction is of; 0:
// none.
[[nodiscard]] std::uint32_t line_of(const ports::toolchain::SassLine& line,
                                    const std::string& name);

// A PTX load or store, taken from its text: "ld.global.v2.f32 …" moves 8 bytes of global memory.
[[nodiscard]] ports::toolchain::SassAccess ptx_access(std::string_view text);

}  // namespace lanescope::ui::figures
