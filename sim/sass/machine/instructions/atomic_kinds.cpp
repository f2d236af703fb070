#include "sim/sass/machine/instructions/atomic_kinds.hpp"

#include <string_view>

#include "sim/code/atomic_functions.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

using code::AtomicKind;

struct KindName {
  std::string_view name;
  AtomicKind kind;
};
constexpr KindName kKinds[]{
    {"ADD", AtomicKind::Add}, {"MIN", AtomicKind::Min}, {"MAX", AtomicKind::Max},
    {"INC", AtomicKind::Inc}, {"DEC", AtomicKind::Dec}, {"AND", AtomicKind::And},
    {"OR", AtomicKind::Or},   {"XOR", AtomicKind::Xor}, {"EXCH", AtomicKind::Exch}};

// PTX has these of bits alone.
ptx::Type type_for(AtomicKind kind, ptx::Type type) {
  const bool of_bits = kind == AtomicKind::And || kind == AtomicKind::Or || kind == AtomicKind::Xor;
  if (!of_bits) return type;
  return size_in_bytes(type) == 8 ? ptx::Type::B64 : ptx::Type::B32;
}

}  // namespace

code::AtomicOp::Function atomic_function_of(const Instruction& instruction, ptx::Type type) {
  for (const KindName& row : kKinds) {
    if (instruction.has(row.name)) return code::atomic_function(row.kind, type_for(row.kind, type));
  }
  return nullptr;
}

}  // namespace lanescope::sass::machine::instructions
