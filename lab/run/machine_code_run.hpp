#pragma once

#include <memory>
#include <string_view>

#include "lab/run/prepare.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::code {
class Program;
}

namespace lanescope::run {

// The same launches by the machine code that a GPU executes, in place of the PTX. An Error where
// there is no machine code or nothing reads it (Missing), where a line of it means nothing to us,
// or the machine is not of 32 lanes.
class MachineCodeReader {
 public:
  // Which must outlive this. For one thread; what was read of the last image is kept.
  explicit MachineCodeReader(const ports::toolchain::Disassembler& disassembler);
  ~MachineCodeReader();
  MachineCodeReader(const MachineCodeReader&) = delete;
  MachineCodeReader& operator=(const MachineCodeReader&) = delete;

  [[nodiscard]] Result<std::shared_ptr<const Prepared>> by_machine_code(const Prepared& prepared);

 private:
  struct Image;
  [[nodiscard]] Result<void> read(const Prepared& prepared);
  const ports::toolchain::Disassembler& disassembler_;
  std::unique_ptr<Image> image_;
};

// The same, of one run.
[[nodiscard]] Result<std::shared_ptr<const Prepared>> by_machine_code(
    const Prepared& prepared, const ports::toolchain::Disassembler& disassembler);

// Whether the plan's launches are machine code.
[[nodiscard]] bool is_machine_code(const Prepared& prepared);

// Whether a GPU has run machine code of this architecture ("sm_90") beside ours: an H200 has. The
// others take their meanings from it where encodings agree.
[[nodiscard]] bool is_compared_with_a_gpu(std::string_view arch);

// Of machine code the PTX that it was made of; any other program itself.
[[nodiscard]] const engine::Program& before_assembly(const engine::Program& program);
// The PTX behind a program, whichever engine decoded it; null: it has none.
[[nodiscard]] const code::Program* ptx_of(const engine::Program& program);

}  // namespace lanescope::run
