#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::cubin {

// What the bytes of a cubin say of its machine code: everything that is needed to run it. README.md
// says what the sections, attributes and relocations mean, and where that was seen.
//
// Offsets and sizes are bytes. A symbol is named by its number in the symbol table, since names of
// local ones may repeat.

enum class RelocationType : std::uint32_t {
  Address64 = 2,         // R_CUDA_64: 64 bits of data
  GenericAddress64 = 4,  // R_CUDA_G64: the same, as a generic address
  LowInCode = 0x38,      // R_CUDA_ABS32_LO_32: bits 32 to 63 of an instruction
  HighInCode = 0x39,     // R_CUDA_ABS32_HI_32: the upper half there
  CallBefore90 = 0x3a,   // R_CUDA_ABS47_34: address / 4 in bits 34 to 80
  Call = 0x4b,  // R_CUDA_ABS55_16_34: address / 4, its low 8 bits in 16 to 23, others from 34
};

// The address of `symbol` + `addend` is to be put to `offset`.
struct Relocation {
  std::uint64_t offset = 0;
  RelocationType type{};  // others than those named above are handed on as they are
  std::uint32_t symbol = 0;
  std::string_view name;
  std::int64_t addend = 0;
};

// A section of data. The size of one without bytes is as the file says, and may be beyond all
// memory.
struct DataSection {
  std::string_view name;    // .nv.global, .nv.constant0.NAME, …
  std::optional<int> bank;  // 0 to 31: N of c[N][…]; nothing: global memory
  std::uint64_t size = 0, alignment = 1;
  std::span<const std::byte> bytes;  // `size` of them; none: zeros
  std::vector<Relocation> relocations;
};

struct Parameter {
  std::uint32_t ordinal = 0;
  std::uint32_t offset = 0;  // from FunctionCode::parameter_base
  std::uint32_t size = 0;
};

struct IndirectBranch {  // BRX
  std::uint32_t offset = 0;
  std::vector<std::uint32_t> targets;
};

// A function inside of another one's text: a copy of what it calls.
struct InnerFunction {
  std::uint32_t symbol = 0;
  std::string_view name;
  std::uint32_t offset = 0, size = 0;
  std::uint32_t frame_bytes = 0;
};

// A section .text.NAME, and all that belongs to it.
struct FunctionCode {
  std::uint32_t symbol = 0;
  std::string_view name;  // mangled
  bool entry = false;     // a kernel; else what kernels call
  std::span<const std::byte> text;
  std::vector<Relocation> relocations;
  std::vector<InnerFunction> inner;          // by offset
  std::vector<DataSection> banks;            // its own: 0 (parameters), 2 (literals, tables)
  std::vector<Parameter> parameters;         // by ordinal
  std::uint32_t parameter_base = 0;          // in bank 0; 0x210 on sm_90
  std::uint32_t parameter_bytes = 0;         // the end of the last one
  int registers = 0;                         // a thread
  int barriers = 0;                          // a block: the largest number + 1
  std::uint32_t shared_bytes = 0;            // static, with what is reserved; dynamic ones follow
  std::uint32_t reserved_shared_bytes = 0;   // at its begin, for the system
  std::uint32_t frame_bytes = 0;             // a thread's local memory, of itself
  std::optional<std::uint32_t> stack_bytes;  // … with what it calls, once each; nothing: unknown
  std::array<std::uint32_t, 3> cluster{};    // blocks, as it was compiled for; 0: for none
  std::array<std::uint32_t, 3> max_threads{};  // of __launch_bounds__; 0: unlimited
  std::vector<IndirectBranch> indirect_branches;
  std::vector<std::uint32_t> exits;         // where EXIT stands
  std::vector<std::uint32_t> system_calls;  // where vprintf, malloc and others are called

  [[nodiscard]] const DataSection* bank(int number) const;
};

struct Variable {
  std::uint32_t symbol = 0;
  std::string_view name;
  std::size_t data = 0;                // index of Code::data: global memory, or bank 3
  std::uint64_t offset = 0, size = 0;  // lies in the section
  bool managed = false;
};

struct Code {
  unsigned sm = 0;      // 90 of sm_90
  bool linked = false;  // else a relocatable file, which cannot be run as it is
  std::vector<FunctionCode> functions;
  std::vector<DataSection> data;  // of all functions: variables, and bank 4 (addresses)
  std::vector<Variable> variables;
  std::shared_ptr<const std::vector<std::byte>> file;  // where all names and bytes lie

  [[nodiscard]] const FunctionCode* function(std::string_view name) const;
  [[nodiscard]] const FunctionCode* function_of(std::uint32_t symbol) const;
  [[nodiscard]] const Variable* variable(std::string_view name) const;
  [[nodiscard]] const Variable* variable_of(std::uint32_t symbol) const;
  [[nodiscard]] const DataSection* bank(int number) const;
};

// Reads without trusting the bytes: damaged ones give an Error, or less than there was. What is
// here lies inside of its section (inner functions, variables, relocations, branch targets) and
// instructions are whole, so that nobody need look again. A relocation's symbol may be anything.
[[nodiscard]] Result<Code> read_code(std::span<const std::byte> cubin);

}  // namespace lanescope::cubin
