#include "sim/isa/opcodes.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "sim/isa/modifier_order.hpp"

namespace lanescope::isa {
namespace {

#define OPCODE(name, opcode, syntax, types, unit, section, summary) \
  OpcodeRow{name, opcode, syntax, types, Unit::unit, "PTX ISA " section, summary},
constexpr OpcodeRow kRows[] = {
#include "sim/isa/opcodes.def"
};
#undef OPCODE

struct ModifierClass {
  std::string_view name;
  std::string_view members;  // separated by spaces
};
constexpr std::array kClasses{
    ModifierClass{"rnd", "rn rz rm rp"},
    ModifierClass{"irnd", "rni rzi rmi rpi"},
    ModifierClass{"itype", "u8 u16 u32 u64 s8 s16 s32 s64"},
    ModifierClass{"ftype", "f16 bf16 f32 f64"},
    ModifierClass{"icmp", "eq ne lt le gt ge lo ls hi hs"},
    ModifierClass{"fcmp", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"},
    ModifierClass{"vcmp", "eq ne lt le gt ge"},
    ModifierClass{"bool", "and or xor"},
    ModifierClass{"cop", "ca cg cs lu cv"},
    ModifierClass{"wcop", "wb cg cs wt"},
    ModifierClass{"sem", "relaxed acquire release acq_rel"},
    ModifierClass{"scope", "cta cluster gpu sys"},
    ModifierClass{"vec", "v2 v4"},
    ModifierClass{"wshape", "m16n16k16 m32n8k16 m8n32k16"},
    ModifierClass{"evict",
                  "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last "
                  "L1::no_allocate"},
    ModifierClass{"prefetch_size", "L2::64B L2::128B L2::256B"},
};

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

// Whether one name of a syntax, without its dot, stands for this modifier.
bool name_accepts(std::string_view name, std::string_view modifier, std::string_view types) {
  if (name == "type" || name == "stype" || name == "dtype" || name == "atype" || name == "btype") {
    return has_word(types, modifier);
  }
  const auto* found = std::find_if(kClasses.begin(), kClasses.end(),
                                   [&](const ModifierClass& c) { return c.name == name; });
  return found != kClasses.end() ? has_word(found->members, modifier) : name == modifier;
}

using Modifiers = std::span<const std::string_view>;

// Takes one choice ".a|.b|.c" off the front of `pattern`; tells whether it accepts `modifier`.
bool take_choice(std::string_view& pattern, std::string_view modifier, std::string_view types) {
  bool accepted = false;
  while (true) {
    pattern.remove_prefix(1);  // the dot
    const std::size_t end = std::min(pattern.find_first_of(".|{"), pattern.size());
    accepted = accepted || name_accepts(pattern.substr(0, end), modifier, types);
    pattern.remove_prefix(end);
    if (pattern.empty() || pattern.front() != '|') return accepted;
    pattern.remove_prefix(1);
  }
}

// How many modifiers an optional part ".xorsign.abs" takes; nothing when it does not match.
std::optional<std::size_t> take_option(std::string_view option, Modifiers modifiers,
                                       std::string_view types) {
  std::size_t taken = 0;
  while (!option.empty()) {
    if (taken == modifiers.size() || !take_choice(option, modifiers[taken], types))
      return std::nullopt;
    ++taken;
  }
  return taken;
}

bool matches(std::string_view pattern, Modifiers modifiers, std::string_view types) {
  if (pattern.empty()) return modifiers.empty();
  if (pattern.front() == '{') {
    const std::size_t end = pattern.find('}');
    const std::string_view rest = pattern.substr(end + 1);
    const auto taken = take_option(pattern.substr(1, end - 1), modifiers, types);
    return (taken && matches(rest, modifiers.subspan(*taken), types)) ||
           matches(rest, modifiers, types);
  }
  if (modifiers.empty() || !take_choice(pattern, modifiers.front(), types)) return false;
  return matches(pattern, modifiers.subspan(1), types);
}

// ptxas takes modifiers in other orders than the manual's, as long as the types keep theirs.
bool matches_in_any_order(std::string_view pattern, Modifiers modifiers, std::string_view types) {
  return fits_in_any_order(pattern, modifiers, [&](std::string_view choice, std::string_view word) {
    return take_choice(choice, word, types);
  });
}

using Matcher = bool (*)(std::string_view, Modifiers, std::string_view);

bool row_accepts(const OpcodeRow& row, Modifiers modifiers, Matcher matches) {
  std::string_view forms = row.syntax;
  while (!forms.empty()) {
    const std::size_t end = std::min(forms.find("; "), forms.size());
    std::string_view form = forms.substr(0, end);
    forms.remove_prefix(std::min(end + 2, forms.size()));
    form = form.substr(0, form.find(' '));
    form.remove_prefix(row.opcode.size());
    if (matches(form, modifiers, row.types)) return true;
  }
  return false;
}

}  // namespace

std::span<const OpcodeRow> opcode_rows() { return kRows; }

const OpcodeRow* find_row(std::string_view opcode, Modifiers modifiers) {
  for (const OpcodeRow& row : kRows) {
    if (row.opcode == opcode && row_accepts(row, modifiers, matches)) return &row;
  }
  for (const OpcodeRow& row : kRows) {
    if (row.opcode == opcode && row_accepts(row, modifiers, matches_in_any_order)) return &row;
  }
  return nullptr;
}

}  // namespace lanescope::isa
