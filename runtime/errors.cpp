#include "runtime/errors.hpp"

#include <algorithm>
#include <iterator>

namespace lanescope::runtime {
namespace {

struct Row {
  int error;
  const char* name;
  const char* words;
};
constexpr Row kRows[] = {
#define LANESCOPE_ERROR(name, value, words) {value, #name, words},
#include "runtime/errors.def"
#undef LANESCOPE_ERROR
};

const Row* find(int error) {
  const auto* row = std::ranges::lower_bound(kRows, error, {}, &Row::error);
  return row != std::end(kRows) && row->error == error ? row : nullptr;
}

}  // namespace

const char* error_name(int error) {
  const Row* row = find(error);
  return row == nullptr ? "unrecognized error code" : row->name;
}
const char* error_words(int error) {
  const Row* row = find(error);
  return row == nullptr ? "unrecognized error code" : row->words;
}

}  // namespace lanescope::runtime
