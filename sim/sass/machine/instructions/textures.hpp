#pragma once

#include "sim/base/texture.hpp"
#include "sim/sass/machine/machine.hpp"

// Texture and surface objects as machine code names them: by the lower half of their handle, in a
// uniform register, or up to sm_89 in a constant bank ("0x0, 0x5a": bank 0, word 0x5a).
namespace lanescope::sass::machine::instructions {

// The source that names the object; none: it is in neither.
[[nodiscard]] bool find_object(const Instruction& instruction, Op& op, std::uint32_t& source);

// Null: the launch has ended, for there is no such object, or its memory has been freed.
[[nodiscard]] const TextureDescriptor* object_of(Issue& issue, const Source& source);

// "2D", "ARRAY_2D" or "2D_ARRAY" among operands or modifiers.
struct TextureShape {
  std::uint32_t dimensions = 0;  // 0: none of them
  bool layered = false;
};
[[nodiscard]] TextureShape shape_named(std::string_view name);

[[nodiscard]] bool bind_surface_load(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_surface_store(const Instruction& instruction, Op& op);

}  // namespace lanescope::sass::machine::instructions
