#pragma once

#include "ui/figures/cycles/picture.hpp"
#include "ui/figures/cycles/schedulers_model.hpp"

namespace lanescope::ui::figures::cycles {

[[nodiscard]] Picture schedulers_picture(const SchedulersModel& model, const Room& room);

}  // namespace lanescope::ui::figures::cycles
