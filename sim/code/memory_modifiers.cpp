#include "sim/code/memory_modifiers.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::code {
namespace {

constexpr std::array<std::string_view, 31> kPassedOver{
    "weak",    "relaxed", "acquire", "release", "acq_rel", "seq_cst", "sc",    "volatile",
    "mmio",    "cta",     "cluster", "gpu",     "sys",     "ca",      "cg",    "cs",
    "lu",      "cv",      "wb",      "wt",      "nc",      "uni",     "noftz", "to",
    "unified", "entry",   "func",    "L1",      "L2",      "proxy",   "async"};

bool read_space(std::string_view modifier, MemoryModifiers& result) {
  const std::string_view head = modifier.substr(0, modifier.find("::"));
  if (head == "global")
    result.space = ptx::Space::Global;
  else if (head == "shared")
    result.space = ptx::Space::Shared;
  else if (head == "local")
    result.space = ptx::Space::Local;
  else if (head == "const")
    result.space = ptx::Space::Const;
  else if (head == "param")
    result.space = ptx::Space::Param;
  else
    return false;
  return true;
}

bool read_vector(std::string_view modifier, MemoryModifiers& result) {
  if (modifier == "v2")
    result.vector = 2;
  else if (modifier == "v4")
    result.vector = 4;
  else if (modifier == "v8")
    result.vector = 8;
  else
    return false;
  return true;
}

struct AtomicName {
  std::string_view name;
  AtomicKind kind;
};
constexpr std::array kAtomics{
    AtomicName{"add", AtomicKind::Add},   AtomicName{"inc", AtomicKind::Inc},
    AtomicName{"dec", AtomicKind::Dec},   AtomicName{"min", AtomicKind::Min},
    AtomicName{"max", AtomicKind::Max},   AtomicName{"and", AtomicKind::And},
    AtomicName{"or", AtomicKind::Or},     AtomicName{"xor", AtomicKind::Xor},
    AtomicName{"exch", AtomicKind::Exch}, AtomicName{"cas", AtomicKind::Cas},
    AtomicName{"sub", AtomicKind::Sub},
};

bool read_atomic(std::string_view modifier, MemoryModifiers& result) {
  for (const AtomicName& atomic : kAtomics) {
    if (atomic.name != modifier) continue;
    result.atomic = atomic.kind;
    result.has_atomic = true;
    return true;
  }
  return false;
}

bool is_hint(std::string_view modifier) {
  if (std::find(kPassedOver.begin(), kPassedOver.end(), modifier) != kPassedOver.end()) return true;
  if (modifier == "mbarrier::complete_tx::bytes") return true;
  return modifier.starts_with("L1::") || modifier.starts_with("L2::") ||
         modifier.starts_with("level::") || modifier.starts_with("evict");
}

}  // namespace

namespace {

// PTX ISA 8.4 (morally strong operations), 9.7.9.8: volatile is relaxed at system scope; an atomic
// is relaxed at the scope of the GPU.
hazards::AccessOrder order_of(const ptx::Instruction& instruction) {
  const auto has = [&](std::string_view name) {
    return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), name) !=
           instruction.modifiers.end();
  };
  hazards::AccessOrder order;
  const bool atomic = instruction.opcode == "atom" || instruction.opcode == "red";
  order.is_volatile = has("volatile");
  order.release = has("release") || has("acq_rel");
  order.strong = atomic || order.is_volatile || order.release || has("relaxed") || has("acquire") ||
                 has("mmio");
  order.cluster_scope = order.strong && has("cluster");
  order.cta_scope = order.strong && has("cta");
  return order;
}

}  // namespace

MemoryModifiers memory_modifiers(const ptx::Instruction& instruction) {
  MemoryModifiers result;
  result.order = order_of(instruction);
  for (const std::string& modifier : instruction.modifiers) {
    if (read_space(modifier, result) || read_vector(modifier, result) ||
        read_atomic(modifier, result))
      continue;
    const ptx::Type type = ptx::type_from_spelling(modifier);
    if (type != ptx::Type::None) {
      result.type = type;
    } else if (!is_hint(modifier) && result.unknown.empty()) {
      result.unknown = modifier;
    }
  }
  return result;
}

}  // namespace lanescope::code
