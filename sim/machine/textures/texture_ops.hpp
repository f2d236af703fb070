#pragma once

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// tex, tld4, txq, suld, sust, suq. Texture fetches are counted as requests and sectors of textures;
// surfaces are not counted.
template <Recording R>
Next do_texture(Issue& issue);

}  // namespace lanescope::machine
