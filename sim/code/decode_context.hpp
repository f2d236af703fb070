#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/code/code.hpp"
#include "sim/code/slots.hpp"
#include "sim/flow/cfg.hpp"
#include "sim/flow/liveness.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

// What decoding one function needs to know.
struct FunctionContext {
  const ptx::Module* module = nullptr;
  const ptx::Function* function = nullptr;
  Code* code = nullptr;
  SlotAllocator* slots = nullptr;
  std::uint32_t index = 0;  // into Code::functions
  std::vector<Slot> registers;
  std::vector<std::uint32_t> register_index;  // of each into Program::registers
  flow::ControlFlow flow;
  std::uint32_t first_loop = 0;  // index in Code::loops of the function's first loop
  flow::Liveness live;
  // By Function::variables: offset in the local frame, the kernel's parameter block or shared
  // memory.
  std::vector<std::uint32_t> variable_offset;
  const std::vector<std::uint32_t>* code_index_of_function = nullptr;  // by Module::functions

  [[nodiscard]] FunctionCode& function_code() const { return code->functions[index]; }
  [[nodiscard]] std::uint32_t pc_of(std::uint32_t body_index) const {
    return code->functions[index].entry + body_index;
  }
  [[nodiscard]] bool is_kernel() const { return function->is_entry; }
};

[[nodiscard]] bool has_modifier(const ptx::Instruction& instruction, std::string_view modifier);
// The last modifier that is a type; None when there is none.
[[nodiscard]] ptx::Type last_type(const ptx::Instruction& instruction);

// Slot of a source operand read as `type`; makes a constant slot for immediates, addresses and
// special registers that stand still. An Error when the operand can't be a plain source.
[[nodiscard]] Result<Slot> source_slot(const FunctionContext& context, const ptx::Operand& operand,
                                       ptx::Type type);
// Slot of a destination; unused for `_`.
[[nodiscard]] Result<Slot> destination_slot(const FunctionContext& context,
                                            const ptx::Operand& operand);
[[nodiscard]] Result<AddressOperand> address_operand(const FunctionContext& context,
                                                     const ptx::Operand& operand, ptx::Space space);

// Whether a variable of the function lies in the local frame (local variables, parameter areas of
// calls and of device functions).
[[nodiscard]] bool in_frame(const FunctionContext& context, std::uint32_t variable);

// Decoders of instruction groups. They fill `op` (kind, detail, operands) for `instruction`, which
// is body[at]. The guard is done by the caller.
using DecodeFunction = Result<void> (*)(const FunctionContext& context,
                                        const ptx::Instruction& instruction, std::uint32_t at,
                                        Op& op);
// nullptr: an instruction that only computes.
[[nodiscard]] DecodeFunction find_decoder(std::string_view opcode);

Result<void> decode_alu(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_mov(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_load(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_store(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_atomic(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_bulk(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_cp(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_space(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_bra(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_brx(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_call(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_stack(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_plain(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_barrier(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_mbarrier(const FunctionContext&, const ptx::Instruction&, std::uint32_t at,
                             Op&);
Result<void> decode_warp_sync(const FunctionContext&, const ptx::Instruction&, std::uint32_t at,
                              Op&);
Result<void> decode_matrix(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_matrix_move(const FunctionContext&, const ptx::Instruction&, std::uint32_t at,
                                Op&);
Result<void> decode_matrix_rows(const FunctionContext&, const ptx::Instruction&, std::uint32_t at,
                                Op&);
// mapa, getctarank.
Result<void> decode_cluster(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_texture(const FunctionContext&, const ptx::Instruction&, std::uint32_t at, Op&);
Result<void> decode_movmatrix(const FunctionContext&, const ptx::Instruction&, std::uint32_t at,
                              Op&);

}  // namespace lanescope::code
