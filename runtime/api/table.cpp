#include "runtime/api/table.hpp"

namespace lanescope::runtime::api {
namespace {

constexpr ApiFunction kFunctions[] = {
#define LANESCOPE_COVERED(group, name, suffix) {group, #name, #suffix, true},
#define LANESCOPE_MISSING(group, name, suffix) {group, #name, #suffix, false},
#include "runtime/api/functions.def"
};

}  // namespace

std::span<const ApiFunction> api_table() { return kFunctions; }

}  // namespace lanescope::runtime::api
