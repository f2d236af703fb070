#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "sim/engine/program.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::sass::machine::races {

// A line of the source, by which machine code and the PTX that it was made of are compared.
struct SourceLine {
  std::string_view file;
  std::uint32_t line = 0;  // 0: not known
  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

[[nodiscard]] inline SourceLine line_at(const engine::Program& program, std::uint32_t pc) {
  const SourceLocation place = program.location_at(Pc{pc});
  if (place.line == 0 || place.file >= program.files().size()) return {};
  return {program.files()[place.file], place.line};
}

// Which memory an access names. Of a generic one it is open.
enum class Where : std::uint8_t { Shared, Global, Generic };
[[nodiscard]] inline Where where_of(ptx::Space space) {
  return space == ptx::Space::Shared   ? Where::Shared
         : space == ptx::Space::Global ? Where::Global
                                       : Where::Generic;
}
// Of a load, a store or an atomic operation by its name.
[[nodiscard]] inline Where where_of(std::string_view name) {
  return name.ends_with('S') ? Where::Shared : name.ends_with('G') ? Where::Global : Where::Generic;
}
[[nodiscard]] inline bool may_meet(Where one, Where other) {
  return one == other || one == Where::Generic || other == Where::Generic;
}

}  // namespace lanescope::sass::machine::races
