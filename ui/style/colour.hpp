#pragma once

#include <cstdint>

#include "ui/style/style.hpp"

namespace lanescope::ui::style {

// Relative luminance and contrast ratio of WCAG 2.2 (1 … 21); opacity is ignored.
[[nodiscard]] double luminance(Rgba colour);
[[nodiscard]] double contrast(Rgba a, Rgba b);

[[nodiscard]] Rgba mix(Rgba a, Rgba b, double share_of_b);
// `over` with its opacity on top of the opaque `under`.
[[nodiscard]] Rgba blend(Rgba over, Rgba under);

// The first colour on the way from `colour` to `towards` with at least this contrast against
// `ground`; `towards` itself when none has it.
[[nodiscard]] Rgba raise_contrast(Rgba colour, Rgba towards, Rgba ground, double wanted);

enum class Deficiency : std::uint8_t { None, Protanopia, Deuteranopia, Tritanopia };
// How the colour looks with one kind of cone missing (Machado, Oliveira, Fernandes: A
// physiologically-based model for simulation of color vision deficiency, 2009, severity 1).
[[nodiscard]] Rgba simulate(Rgba colour, Deficiency deficiency);
// Distance in CIELAB (CIE76); about 2.3 is just noticeable.
[[nodiscard]] double distance(Rgba a, Rgba b);

// As ImGui packs colours: red in the lowest byte.
[[nodiscard]] std::uint32_t pack(Rgba colour, float alpha = 1.0F);

}  // namespace lanescope::ui::style
