#pragma once

// This folder implements what ports/ declares, and names it without its namespace.
namespace lanescope::ports {}
namespace lanescope::cuda {
using namespace ports;
}
