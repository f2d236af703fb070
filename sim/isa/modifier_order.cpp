#include "sim/isa/modifier_order.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/base/value_type.hpp"

namespace lanescope::isa {
namespace {

// One choice of a form. Those of an optional part ".xorsign.abs" are there together, or none is.
struct Place {
  std::string_view choice;
  int part = -1;  // -1: not optional
  bool taken = false;
};

std::vector<Place> places_of(std::string_view form) {
  std::vector<Place> places;
  int part = -1, parts = 0;
  while (!form.empty()) {
    if (form.front() == '{' || form.front() == '}') {
      part = form.front() == '{' ? parts++ : -1;
      form.remove_prefix(1);
      continue;
    }
    std::size_t end = 1;  // behind the dot; a choice goes on at "|."
    while (end < form.size() && form[end] != '{' && form[end] != '}' &&
           (form[end] != '.' || form[end - 1] == '|'))
      ++end;
    places.push_back({form.substr(0, end), part});
    form.remove_prefix(end);
  }
  return places;
}

bool is_complete(const std::vector<Place>& places) {
  return std::all_of(places.begin(), places.end(), [&](const Place& place) {
    if (place.taken) return true;
    return place.part >= 0 && std::none_of(places.begin(), places.end(), [&](const Place& other) {
             return other.part == place.part && other.taken;
           });
  });
}

class Fitting {
 public:
  Fitting(std::vector<Place> places, std::span<const std::string_view> modifiers,
          const AcceptsModifier& accepts)
      : places_(std::move(places)), modifiers_(modifiers), accepts_(accepts) {}

  // first_type: where a type may stand.
  bool from(std::size_t modifier, std::size_t first_type) {
    if (modifier == modifiers_.size()) return is_complete(places_);
    const std::string_view word = modifiers_[modifier];
    const bool type = type_from_spelling(word) != ValueType::None;
    for (std::size_t p = type ? first_type : 0; p < places_.size(); ++p) {
      if (places_[p].taken || !accepts_(places_[p].choice, word)) continue;
      places_[p].taken = true;
      if (from(modifier + 1, type ? p + 1 : first_type)) return true;
      places_[p].taken = false;
    }
    return false;
  }

 private:
  std::vector<Place> places_;
  std::span<const std::string_view> modifiers_;
  const AcceptsModifier& accepts_;
};

}  // namespace

bool fits_in_any_order(std::string_view form, std::span<const std::string_view> modifiers,
                       const AcceptsModifier& accepts) {
  return Fitting(places_of(form), modifiers, accepts).from(0, 0);
}

}  // namespace lanescope::isa
