#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/report/doctor.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::panels::device {

// The Device panel: what `lanescope doctor` finds, by topic, and what the driver says of each GPU.
struct DeviceRow {
  std::string id, name, words;  // where it lies, or what to do; a figure
  enum class Kind : std::uint8_t { Missing, Found, Fact } kind = Kind::Missing;
};
struct DeviceGroup {
  std::string title;
  std::vector<DeviceRow> rows;
};
struct DeviceModel {
  std::vector<DeviceGroup> groups;
  std::string sentence;
  std::size_t missing = 0;
  bool awaits_gpus = false;  // the driver has not answered yet
  bool can_survey = false;   // the GPU's peaks and transfers are not there yet, and can be measured
};
[[nodiscard]] DeviceModel device_model(const std::vector<report::Examined>& findings,
                                       const background::GpuAnswer& gpus = {});
// Peaks and transfers that were measured, as a group of figures; `id` tells its rows from others'.
[[nodiscard]] DeviceGroup survey_group(std::string title, const hardware::Survey& survey,
                                       const std::string& id);
// Looks at this machine: a few milliseconds, so once, and when asked again.
[[nodiscard]] DeviceModel look_at_device(const session::Session& session);

}  // namespace lanescope::ui::panels::device
