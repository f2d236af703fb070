#include "ui/view/chosen_experiment.hpp"

namespace lanescope::ui::view {

std::string ChosenExperiment::edit_key(std::string_view of_rung) const {
  return lesson + "/" + std::string(of_rung);
}

const std::string& ChosenExperiment::edit_of(std::string_view of_rung) const {
  static const std::string kAsShipped;
  const auto found = edits.find(edit_key(of_rung));
  return found == edits.end() ? kAsShipped : found->second;
}

}  // namespace lanescope::ui::view
