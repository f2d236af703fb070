#include <cstddef>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "tests/sim/engine/toy.hpp"

namespace lanescope::engine::toy {
namespace {

Unit unit_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::Thread:
    case Opcode::Move:
      return Unit::Move;
    case Opcode::Add:
      return Unit::Alu;
    case Opcode::Load:
    case Opcode::Store:
      return Unit::Memory;
    case Opcode::Barrier:
      return Unit::Barrier;
    default:
      return Unit::Branch;
  }
}

std::vector<Operand> operands_of(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::Thread:
    case Opcode::Move:
      return {{i.d, Role::Write}};
    case Opcode::Add:
      return {{i.d, Role::Write}, {i.a, Role::Read}, {i.b, Role::Read}};
    case Opcode::Load:
      return {{i.d, Role::Write}, {i.a, Role::Address}};
    case Opcode::Store:
      return {{i.a, Role::Address}, {i.d, Role::Read}};
    case Opcode::Branch:
      return {{i.a, Role::Guard}};
    default:
      return {};
  }
}

bool has_subject(Opcode opcode) {
  return opcode != Opcode::Branch && opcode != Opcode::Barrier && opcode != Opcode::Exit;
}

}  // namespace

Program::Program(std::vector<Instruction> code) : code_(std::move(code)), file_names_{"toy.src"} {
  kernel_ = "toy";
  const Pc end{static_cast<std::uint32_t>(code_.size())};
  register_files_ = {{"R", false}, {"U", true}};
  for (std::uint32_t n = 0; n < kLaneRegisters; ++n)
    registers_.push_back({fmt::format("r{}", n), ValueType::U32, 0, 0, {{Pc{0}, end}}});
  for (std::uint32_t n = 0; n < kUniformRegisters; ++n)
    registers_.push_back({fmt::format("u{}", n), ValueType::U32, 0, 1, {{Pc{0}, end}}});
  for (std::uint32_t pc = 0; pc < code_.size(); ++pc) {
    const Instruction& from = code_[pc];
    InstructionInfo info;
    info.location = pc;
    info.line = pc + 1;
    info.column = 1;
    info.unit = unit_of(from.opcode);
    info.ends_path = from.opcode == Opcode::Exit;
    info.about = has_subject(from.opcode) ? from.d : kNone;
    info.operands = operands_of(from);
    instructions_.push_back(std::move(info));
    SourceLocation place;
    place.file = 0;
    place.line = from.line;
    places_.push_back(place);
  }
  files_ = file_names_;
  locations_ = places_;
}

std::string Program::text_at(Pc pc) const {
  const Instruction& i = code_[pc.value];
  const auto name = [&](std::uint32_t reg) { return registers_[reg].name; };
  switch (i.opcode) {
    case Opcode::Thread:
      return fmt::format("thread {}", name(i.d));
    case Opcode::Move:
      return fmt::format("move {}, {}", name(i.d), i.value);
    case Opcode::Add:
      return fmt::format("add {}, {}, {}", name(i.d), name(i.a), name(i.b));
    case Opcode::Load:
      return fmt::format("load {}, {}[{}]", name(i.d), i.value, name(i.a));
    case Opcode::Store:
      return fmt::format("store {}[{}], {}", i.value, name(i.a), name(i.d));
    case Opcode::Branch:
      return fmt::format("branch {}, @{}", name(i.a), i.value);
    case Opcode::Barrier:
      return "barrier";
    case Opcode::Exit:
      return "exit";
  }
  return {};
}

std::string Program::listing() const {
  std::string text;
  for (std::uint32_t pc = 0; pc < size(); ++pc) text += text_at(Pc{pc}) + "\n";
  return text;
}

std::shared_ptr<const Plan> example() {
  const auto program = std::make_shared<const Program>(std::vector<Instruction>{
      {.opcode = Opcode::Thread, .line = 1, .d = r(0)},
      {.opcode = Opcode::Move, .line = 2, .d = u(0), .value = 3},
      {.opcode = Opcode::Load, .line = 3, .d = r(1), .a = r(0), .value = 1},
      {.opcode = Opcode::Branch, .line = 3, .a = r(1), .value = 5},
      {.opcode = Opcode::Move, .line = 4, .d = r(1), .value = 100},
      {.opcode = Opcode::Add, .line = 5, .d = r(1), .a = r(1), .b = u(0)},
      {.opcode = Opcode::Barrier, .line = 6},
      {.opcode = Opcode::Store, .line = 7, .d = r(1), .a = r(0), .value = 0},
      {.opcode = Opcode::Exit, .line = 8}});
  auto plan = std::make_shared<Plan>();
  plan->engine = &toy_engine();
  std::vector<std::byte> in(std::size_t{128} * 4);
  for (std::uint32_t i = 1; i < 128; i += 2) std::memcpy(in.data() + std::size_t{i} * 4, &i, 4);
  Buffer out;
  out.name = "out";
  out.bytes = in.size();
  Buffer from = out;
  from.name = "in";
  from.initial = std::make_shared<const std::vector<std::byte>>(std::move(in));
  plan->buffers = {out, from};
  plan->launches.push_back({program, {2, 1, 1}, {64, 1, 1}, 0, {}});
  return plan;
}

}  // namespace lanescope::engine::toy
