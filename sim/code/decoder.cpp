#include "sim/code/decoder.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "sim/code/instruction_info.hpp"
#include "sim/code/load_fate.hpp"
#include "sim/code/wide_registers.hpp"
#include "sim/flow/contraction.hpp"
#include "sim/isa/missing.hpp"
#include "sim/ptx/printer.hpp"

namespace lanescope::code {
namespace {

bool needs_end(const ptx::Function& function) {
  if (function.body.empty() || !flow::ends_path(function.body.back())) return true;
  const auto size = static_cast<std::uint32_t>(function.body.size());
  return std::any_of(function.labels.begin(), function.labels.end(),
                     [&](const ptx::Label& l) { return l.at == size; });
}

// What lacks, without its registers: the same for all places that have it.
std::string name_of(const ptx::Instruction& instruction) {
  if (instruction.opcode == "call") {
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind == ptx::Operand::Kind::Function) return "call " + operand.name;
    }
  }
  std::string name = instruction.opcode;
  for (const std::string& modifier : instruction.modifiers) name += "." + modifier;
  return name;
}

void add_slot(std::vector<Slot>& slots, const Slot& slot) {
  const bool known = std::any_of(slots.begin(), slots.end(),
                                 [&](const Slot& s) { return s.offset == slot.offset; });
  if (!known) slots.push_back(slot);
}

}  // namespace

Decoder::Decoder(std::shared_ptr<const ptx::Module> module, std::uint32_t kernel)
    : module_(split_wide_registers(std::move(module))),
      kernel_(kernel),
      reachable_(flow::reachable(*module_, kernel)),
      program_(new Program),
      code_(std::make_unique<Code>()) {}

std::shared_ptr<const Program> Decoder::run() {
  program_->module_ = module_;
  program_->kernel_ = module_->functions[kernel_].name;
  program_->files_ = module_->files;
  program_->locations_ = module_->locations;
  program_->register_files_ = {{"virtual registers", false}};
  program_->launch_bounds_ = bounds_of(module_->functions[kernel_]);
  place_functions();
  lay_out();
  for (std::uint32_t f = 0; f < reachable_.functions.size(); ++f) decode_function(f);
  mark_joins();
  count_runs();
  mark_skips();
  code_->file_bytes = (slots_.bytes() + 63) / 64 * 64;
  code_->constants = slots_.constants();
  code_->specials = slots_.specials();
  code_->parameters = slots_.parameters();
  std::vector<bool> open(code_->functions.size(), false);
  program_->local_bytes_ = deepest_frame(0, open);
  program_->code_ = std::move(code_);
  return program_;
}

// One instruction is one pc. A function whose last path runs off its end gets one more, a return.
void Decoder::place_functions() {
  code_index_of_function_.assign(module_->functions.size(), kNoTarget);
  std::uint32_t pc = 0;
  for (std::uint32_t f = 0; f < reachable_.functions.size(); ++f) {
    const ptx::Function& function = module_->functions[reachable_.functions[f]];
    code_index_of_function_[reachable_.functions[f]] = f;
    FunctionCode code;
    code.function = reachable_.functions[f];
    code.recursive = reachable_.recursive[f];
    code.entry = pc;
    pc += static_cast<std::uint32_t>(function.body.size()) + (needs_end(function) ? 1 : 0);
    code.end = pc;
    code_->functions.push_back(std::move(code));
    code_->function_of_pc.resize(pc, f);
  }
  code_->ops.resize(pc);
  code_->flows.resize(pc);
  program_->instructions_.resize(pc);
  program_->body_index_.resize(pc);
}

void Decoder::lay_out() {
  shared_ = lay_out_shared(*module_, reachable_);
  ParameterLayout parameters = lay_out_parameters(module_->functions[kernel_]);
  code_->shared_of_variable = shared_.offset_of_module_variable;
  program_->shared_variables_ = shared_.variables;
  program_->static_shared_bytes_ = shared_.static_bytes;
  code_->dynamic_shared_offset = shared_.dynamic_offset;
  program_->parameters_ = std::move(parameters.parameters);
  program_->parameter_bytes_ = parameters.bytes;
  for (std::uint32_t f = 0; f < reachable_.functions.size(); ++f) {
    lay_out_frame(module_->functions[reachable_.functions[f]], shared_.offset_of_local_variable[f],
                  code_->functions[f]);
  }
  const ptx::Function& kernel = module_->functions[kernel_];
  for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
    shared_.offset_of_local_variable[0][kernel.parameters[p]] = program_->parameters_[p].offset;
  }
}

void Decoder::decode_function(std::uint32_t index) {
  FunctionContext context;
  context.module = module_.get();
  context.function = &module_->functions[reachable_.functions[index]];
  context.code = code_.get();
  context.slots = &slots_;
  context.index = index;
  context.flow = flow::control_flow(*context.function);
  context.live = flow::liveness(*context.function, context.flow);
  ptx::Function fused;
  if (auto sums = flow::fused_sums(*context.function, context.flow, context.live); !sums.empty()) {
    fused = *context.function;
    for (auto& [at, fma] : sums) fused.body[at] = std::move(fma);
    context.function = &fused;
    context.live = flow::liveness(fused, context.flow);
  }
  code_->functions[index].registers_begin = slots_.bytes();
  context.registers = slots_.allocate(*context.function, context.live);
  code_->functions[index].registers_end = slots_.bytes();
  context.variable_offset = shared_.offset_of_local_variable[index];
  context.code_index_of_function = &code_index_of_function_;
  add_registers(context);
  add_loops(context);
  const FunctionCode& place = code_->functions[index];
  for (std::uint32_t at = 0; at < context.function->body.size(); ++at) {
    decode_instruction(context, at);
    add_information(context, at);
  }
  find_load_fates(context);
  if (place.end - place.entry == context.function->body.size()) return;
  code_->ops[place.end - 1].kind = context.is_kernel() ? HandlerKind::Exit : HandlerKind::Return;
  InstructionInfo& last = program_->instructions_[place.end - 1];
  last.function = place.function;
  if (!context.function->body.empty()) {
    program_->body_index_[place.end - 1] =
        static_cast<std::uint32_t>(context.function->body.size() - 1);
    last.line = context.function->body.back().position.line;
  }
  last.unit = unit_of(code_->ops[place.end - 1], {});
  last.ends_path = true;
}

// Lanes that leave a loop leave its joins: where they come out, they have to look.
void Decoder::add_loops(FunctionContext& context) {
  const flow::ControlFlow& flow = context.flow;
  context.first_loop = static_cast<std::uint32_t>(code_->loops.size());
  for (const flow::Loop& loop : flow.loops) {
    code_->loops.push_back(
        {loop.parent == flow::kNoLoop ? kNoTarget : context.first_loop + loop.parent, loop.depth});
  }
  code_->loop_of_pc.resize(code_->functions[context.index].end, kNoTarget);
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    if (flow.loop_of[b] == flow::kNoLoop) continue;
    for (std::uint32_t i = flow.blocks[b].begin; i < flow.blocks[b].end; ++i) {
      code_->loop_of_pc[context.pc_of(i)] = context.first_loop + flow.loop_of[b];
    }
    for (std::uint32_t s : flow.blocks[b].successors) {
      if (!flow.loops[flow.loop_of[b]].contains[s])
        loop_exits_.push_back(context.pc_of(flow.blocks[s].begin));
    }
  }
}

void Decoder::decode_instruction(const FunctionContext& context, std::uint32_t at) {
  const ptx::Instruction& instruction = context.function->body[at];
  Op op;
  if (instruction.has_guard && instruction.guard < context.registers.size()) {
    op.guard = context.registers[instruction.guard].offset;
    op.guard_negated = instruction.guard_negated;
  }
  const DecodeFunction decode = find_decoder(instruction.opcode);
  const std::optional<std::string> missing = isa::why_missing(instruction);
  Result<void> done = missing             ? bad_input(*missing)
                      : decode != nullptr ? decode(context, instruction, at, op)
                                          : decode_alu(context, instruction, at, op);
  if (!done) {
    op.kind = HandlerKind::Unsupported;
    op.guard = kNoSlot;
    op.detail = static_cast<std::uint32_t>(code_->unsupported.size());
    code_->unsupported.push_back(
        {fmt::format("PTX line {}: instruction `{}` is not covered ({})", instruction.position.line,
                     ptx::print(*module_, *context.function, instruction), done.error().message),
         name_of(instruction)});
  }
  code_->ops[context.pc_of(at)] = op;
}

// Of the instruction as written, which may be a part of what is carried out (contraction).
void Decoder::add_information(const FunctionContext& context, std::uint32_t at) {
  const std::uint32_t function = context.function_code().function;
  const ptx::Instruction& instruction = module_->functions[function].body[at];
  program_->body_index_[context.pc_of(at)] = at;
  InstructionInfo& info = program_->instructions_[context.pc_of(at)];
  info.function = function;
  info.location = instruction.location;
  info.line = instruction.position.line;
  info.column = instruction.position.column;
  info.ends_path = flow::ends_path(instruction);
  info.unit = unit_of(code_->ops[context.pc_of(at)], instruction);
  add_operands(instruction, context.register_index, info);
}

void Decoder::add_registers(FunctionContext& context) {
  context.register_index.assign(context.registers.size(), engine::kNone);
  for (std::uint32_t reg = 0; reg < context.registers.size(); ++reg) {
    if (!context.registers[reg].used()) continue;
    RegisterInfo info;
    info.name = context.function->registers[reg].name;
    info.type = context.function->registers[reg].type;
    info.function = context.function_code().function;
    add_slot(context.function_code().slots, context.registers[reg]);
    for (const flow::Liveness::Interval& interval : context.live.live[reg]) {
      info.live.emplace_back(Pc{context.pc_of(interval.first)}, Pc{context.pc_of(interval.second)});
    }
    context.register_index[reg] = static_cast<std::uint32_t>(program_->registers_.size());
    program_->slot_offsets_.push_back(context.registers[reg].offset);
    program_->registers_.push_back(std::move(info));
  }
}

// Bytes of local memory that a thread needs at most; a recursive function counts once, its further
// frames grow the memory while it runs.
std::uint32_t Decoder::deepest_frame(std::uint32_t index, std::vector<bool>& open) const {
  open[index] = true;
  std::uint32_t deepest = 0;
  const FunctionCode& function = code_->functions[index];
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc) {
    if (code_->ops[pc].kind != HandlerKind::Call) continue;
    const CallOp& call = code_->calls[code_->ops[pc].detail];
    for (std::uint32_t callee = 0; callee < code_->functions.size(); ++callee) {
      const bool possible =
          call.callee == callee || (call.callee == kNoTarget && call.target.used());
      if (possible && !open[callee]) deepest = std::max(deepest, deepest_frame(callee, open));
    }
  }
  open[index] = false;
  return function.frame_bytes + deepest;
}

}  // namespace lanescope::code
