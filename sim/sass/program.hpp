#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/code/program.hpp"
#include "sim/cubin/control.hpp"
#include "sim/sass/instruction.hpp"

namespace lanescope::sass {

// Where threads find in bank 0 what the launch gives them (sim/cubin/README.md, "How code uses
// it").
inline constexpr std::uint32_t kBlockDim = 0x0, kGridDim = 0xc, kLocalWindowAt = 0x20,
                               kStackAt = 0x28, kDynamicSharedAt = 0x2c, kMultiprocessorsAt = 0x10c;
struct UpToSm89 {
  static constexpr std::uint32_t kSharedWindowAt = 0x18, kConstantWindowAt = 0x50,
                                 kWorkspaceAt = 0x8c;
};
struct FromSm90 {
  static constexpr std::uint32_t kSm = 90;
  static constexpr std::uint32_t kWorkspaceAt = 0x44, kReservedSharedAt = 0x6c,
                                 kConstantWindowAt = 0xd0, kExplicitClusterAt = 0x140,
                                 kClusterDimAt = 0x144, kClusterPartsAt = 0x150,
                                 kClustersAt = 0x15c, kClusterBlocksAt = 0x188;
};

// A line of nvdisasm's listing: a label, or an instruction.
struct Line {
  std::string label;  // ".L_x_1", or an inner function's name; empty: an instruction
  std::uint32_t address = 0;
  std::string guard, opcode, operands;
  std::vector<std::pair<std::string, std::uint32_t>> places;  // file and line, innermost first
};
// The code of a section.
struct Function {
  std::string name;  // mangled
  std::vector<Line> lines;
  std::vector<std::byte> code;  // 16 bytes an instruction
};
// A value that is known only where the memory is: the address of a variable or of a function.
struct BankSymbol {
  std::uint32_t offset = 0;  // in the bank, 8 bytes
  std::string symbol;
  std::int64_t addend = 0;
};
struct Bank {
  std::vector<std::byte> bytes;
  std::vector<BankSymbol> symbols;
};
// A variable in c[0x3]: what the host writes there, kernels read.
struct ConstantVariable {
  std::string name;
  std::uint32_t offset = 0, bytes = 0;
};
// What a variable of global or constant memory holds to begin with.
struct InitialValue {
  std::string variable;
  std::vector<std::byte> bytes;
};
struct SharedPlace {
  std::string name;
  std::uint32_t offset = 0, bytes = 0;  // from where the block's own shared memory begins
};

// What a kernel's machine code is: made of a cubin and its listing.
struct KernelCode {
  std::uint32_t sm = 90;            // 75 to 90
  std::vector<Function> functions;  // the kernel first, then those that it may call
  std::uint32_t parameter_base = 0x210;
  std::uint32_t shared_base = 0x400;  // address of the first byte that is not the system's
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t frame_bytes = 0;  // of local memory a thread
  std::uint32_t registers = 255;
  std::uint32_t barriers = 0;  // of a block
  std::array<Bank, 5> banks;
  std::vector<ConstantVariable> constants;
  std::vector<SharedPlace> shared;
  std::vector<InitialValue> initial;  // of those that hold more than zeros
};

// A kernel as machine code. What the machine code does not tell (parameters, names of variables) is
// that of the PTX that it was made of.
class Program final : public engine::Program {
 public:
  // BadInput: a line is no instruction, or a branch names no label.
  [[nodiscard]] static Result<std::shared_ptr<const Program>> make(
      KernelCode code, std::shared_ptr<const code::Program> ptx);

  [[nodiscard]] std::string text_at(Pc pc) const override;
  [[nodiscard]] const Instruction& instruction_at(std::uint32_t pc) const { return code_[pc]; }
  [[nodiscard]] const cubin::Control& control_at(std::uint32_t pc) const { return control_[pc]; }
  [[nodiscard]] const KernelCode& kernel_code() const { return kernel_code_; }
  [[nodiscard]] const code::Program& ptx() const { return *ptx_; }

  // Of a label or a function's name.
  [[nodiscard]] std::optional<std::uint32_t> pc_of(std::string_view label) const;
  // Code has addresses of its own: the kernel's begin at 0.
  [[nodiscard]] std::uint64_t address_of(std::uint32_t pc) const { return addresses_[pc]; }
  [[nodiscard]] std::optional<std::uint32_t> pc_at(std::uint64_t address) const;
  // The function that a pc lies in begins there.
  [[nodiscard]] std::uint64_t function_address(std::uint32_t pc) const;

 private:
  Program() = default;
  [[nodiscard]] Result<void> read_lines();
  [[nodiscard]] Result<void> read_line(const Function& function, std::uint32_t index,
                                       const Line& line);
  void take_from_ptx();
  void describe_registers();
  [[nodiscard]] std::uint32_t place_of(const Line& line);

  KernelCode kernel_code_;
  std::shared_ptr<const code::Program> ptx_;
  std::vector<Instruction> code_;
  std::vector<cubin::Control> control_;
  std::vector<std::uint64_t> addresses_;
  std::vector<std::string> texts_;
  std::map<std::string, std::uint32_t, std::less<>> labels_;
  std::map<std::uint64_t, std::uint32_t> pcs_;
  std::vector<std::string> file_names_;
  std::vector<SourceLocation> places_;
  std::map<std::vector<std::pair<std::string, std::uint32_t>>, std::uint32_t> place_indices_;
  std::uint32_t listing_lines_ = 0;
};

}  // namespace lanescope::sass
