#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/ptx/cursor.hpp"

namespace lanescope::ptx {

// The machine's warp size as a word (PTX ISA 4.4). In an expression it counts as 32.
inline constexpr std::string_view kWarpSize = "WARP_SZ";

// The value of a constant expression (PTX ISA 4.5.4 and 4.5.6): s64, u64, f32 or f64.
struct Constant {
  enum class Kind : std::uint8_t { Integer, Float32, Float64 };
  Kind kind = Kind::Integer;
  bool is_unsigned = false;
  bool is_warp_size = false;  // exactly `WARP_SZ`
  std::uint64_t bits = 0;

  [[nodiscard]] std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
  [[nodiscard]] double as_double() const;
};

// Whether the token at hand may begin a constant expression.
[[nodiscard]] bool starts_constant(const Token& token);

// Reads one constant expression with C's operators and precedence. Nothing on an error, which is
// then in the diagnostics.
[[nodiscard]] std::optional<Constant> parse_constant(Cursor& cursor);
// The same, and an error when it is no integer.
[[nodiscard]] std::optional<Constant> parse_integer(Cursor& cursor, std::string_view what);
// `+ 4` or `- 4` behind the name of a variable, any number of them; zero when none stands there.
[[nodiscard]] std::optional<std::int64_t> parse_addend(Cursor& cursor);

}  // namespace lanescope::ptx
