#include "sim/sass/machine/races/access_orders.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "sim/code/memory_modifiers.hpp"
#include "sim/sass/machine/races/source_lines.hpp"

namespace lanescope::sass::machine::races {
namespace {

using hazards::AccessOrder;

enum class Does : std::uint8_t { Load, Store, Update };
// What the PTX of a line does to a space.
struct Said {
  bool plain = false, strong = false;
  bool computes = false;  // atomic, and no compare-and-swap
  AccessOrder order;      // of the strong ones: as wide as the widest

  void add(const AccessOrder& more) {
    plain = plain || !more.strong;
    if (!more.strong) return;
    order.is_volatile = order.is_volatile || more.is_volatile;
    order.release = order.release || more.release;
    order.cta_scope = more.cta_scope && (order.cta_scope || !strong);
    order.cluster_scope = more.cluster_scope && (order.cluster_scope || !strong);
    order.strong = strong = true;
  }
};

// Parameters, constants and local memory are nobody else's.
bool may_race(ptx::Space space) {
  return space == ptx::Space::Shared || space == ptx::Space::Global || space == ptx::Space::Generic;
}

class WhatThePtxSays {
 public:
  explicit WhatThePtxSays(const code::Program& ptx) {
    for (std::uint32_t pc = 0; pc < ptx.size(); ++pc) {
      const ptx::Instruction& i = ptx.ptx_at(Pc{pc});
      const auto does = does_of(i.opcode);
      const SourceLine line = line_at(ptx, pc);
      if (!does || line.line == 0) continue;
      const code::MemoryModifiers how = code::memory_modifiers(i);
      if (!may_race(how.space)) continue;
      Said& said = said_[{line, *does, where_of(how.space)}];
      said.add(how.order);
      said.computes = said.computes || (*does == Does::Update && how.has_atomic &&
                                        how.atomic != code::AtomicKind::Cas);
    }
  }

  [[nodiscard]] Said at(const SourceLine& line, Does does, Where where) const {
    Said all;
    for (const Where one : {Where::Shared, Where::Global, Where::Generic}) {
      if (!may_meet(one, where)) continue;
      const auto found = said_.find({line, does, one});
      if (found == said_.end()) continue;
      const Said& said = found->second;
      if (said.plain) all.add({});
      if (said.strong) all.add(said.order);
      all.computes = all.computes || said.computes;
    }
    return all;
  }

 private:
  static std::optional<Does> does_of(std::string_view opcode) {
    if (opcode == "ld") return Does::Load;
    if (opcode == "st") return Does::Store;
    if (opcode == "atom" || opcode == "red") return Does::Update;
    return std::nullopt;
  }
  std::map<std::tuple<SourceLine, Does, Where>, Said> said_;
};

std::optional<Does> does_of(std::string_view name) {
  if (name == "LDS" || name == "LDG" || name == "LD") return Does::Load;
  if (name == "STS" || name == "STG" || name == "ST") return Does::Store;
  if (name.starts_with("ATOM") || name.starts_with("RED")) return Does::Update;
  return std::nullopt;
}

const Operand* address_of(const Instruction& i) {
  const auto at = std::ranges::find(i.operands, Operand::Kind::Memory, &Operand::kind);
  return at == i.operands.end() ? nullptr : &*at;
}

// Whether what the load reads is what a CAST compares with: loops of those are the assembler's, who
// makes an atomic of them that the hardware has not; atomicCAS() is a CAS.
bool feeds_a_spin(const Program& program, std::uint32_t load) {
  constexpr std::uint32_t kLongestLoop = 64;
  const Operand& read = program.instruction_at(load).operands.front();
  const std::uint32_t end = std::min(program.size(), load + kLongestLoop);
  for (std::uint32_t pc = load + 1; pc < end; ++pc) {
    const Instruction& i = program.instruction_at(pc);
    if (!i.has("CAST")) continue;
    const auto at = std::ranges::find(i.operands, Operand::Kind::Memory, &Operand::kind);
    if (at != i.operands.end() && at + 1 != i.operands.end() &&
        (at + 1)->kind == Operand::Kind::Register && (at + 1)->index == read.index)
      return true;
  }
  return false;
}

// A compare-and-swap of the line at the place that the load reads.
bool swaps_there(const Program& program, std::uint32_t load) {
  const SourceLine line = line_at(program, load);
  const Operand* from = address_of(program.instruction_at(load));
  for (std::uint32_t pc = load + 1; pc < program.size(); ++pc) {
    const Instruction& i = program.instruction_at(pc);
    if ((!i.has("CAS") && !i.has("CAST")) || line_at(program, pc) != line) continue;
    const Operand* at = address_of(i);
    if (from != nullptr && at != nullptr && at->base == from->base && at->offset == from->offset)
      return true;
  }
  return false;
}

AccessOrder order_at(const Program& program, const WhatThePtxSays& source, std::uint32_t pc,
                     Does does) {
  const Instruction& i = program.instruction_at(pc);
  const Where where = where_of(i.name);
  AccessOrder order;
  order.strong = i.has("STRONG") || does == Does::Update;
  order.cta_scope = order.strong && (i.has("SM") || i.has("CTA"));
  if (does == Does::Load && where == Where::Shared && feeds_a_spin(program, pc))
    order.strong = true;
  const SourceLine line = line_at(program, pc);
  if (line.line == 0) return order;
  Said said = source.at(line, does, where);
  const bool tells = order.strong || where == Where::Shared;  // STRONG stands in no LDS or STS
  if (!said.strong && does == Does::Load) {
    const Said atomic = source.at(line, Does::Update, where);
    if (atomic.computes && (!said.plain || swaps_there(program, pc))) return atomic.order;
  }
  if (!tells || !said.strong) return order;
  if (order.cta_scope) said.order.cta_scope = true;
  return said.order;
}

}  // namespace

std::vector<AccessOrder> access_orders(const Program& program) {
  const WhatThePtxSays source(program.ptx());
  std::vector<AccessOrder> orders(program.size());
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    if (const auto does = does_of(program.instruction_at(pc).name))
      orders[pc] = order_at(program, source, pc, *does);
  }
  return orders;
}

}  // namespace lanescope::sass::machine::races
