#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace lanescope::isa {

// Whether a choice of the syntax, ".a|.b", accepts a modifier.
using AcceptsModifier = std::function<bool(std::string_view choice, std::string_view modifier)>;

// Whether an instruction has what a form of opcodes.def wants, whatever the order of its modifiers,
// but for types: these keep the form's order.
[[nodiscard]] bool fits_in_any_order(std::string_view form,
                                     std::span<const std::string_view> modifiers,
                                     const AcceptsModifier& accepts);

}  // namespace lanescope::isa
