#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lanescope::ui::figures {

// What machine code keeps in a thread's own local memory. PTX has as many registers as it likes:
// what it puts there itself is an array, whose index it does not know; all else the assembler has
// spilled, because registers did not suffice.
enum class LocalKind : std::uint8_t { None, Spill, Array };
struct LocalUse {
  LocalKind kind = LocalKind::None;  // Spill, if both
  std::uint32_t loads = 0, stores = 0;
};
struct SassLocal {
  std::map<std::uint32_t, LocalUse> lines;  // by source line; 0: of none
  std::optional<std::uint32_t> frame;       // bytes of a thread, as the image says
  std::uint32_t arrays = 0;                 // bytes of the PTX's own

  // Bytes of spilled registers; none where the image does not tell.
  [[nodiscard]] std::optional<std::uint32_t> spilled() const;
  [[nodiscard]] LocalUse all() const;
};
// "Line 17: 18 local loads and 18 local stores of the machine code, of spilled registers. In all,
// 72 bytes a thread are spilled."; empty where the line has none.
[[nodiscard]] std::string local_words(const SassLocal& local, std::uint32_t line);
// " Local memory: …", of the whole kernel; empty without any.
[[nodiscard]] std::string local_words(const SassLocal& local);

}  // namespace lanescope::ui::figures
