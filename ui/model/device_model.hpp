#pragma once

#include <string>
#include <vector>

#include "lab/doctor.hpp"
#include "ui/model/session.hpp"

namespace lanescope::ui {

// The Device panel: what `lanescope doctor` finds, by topic.
struct DeviceRow {
  std::string id, name, words;  // where it lies, or what to do
  bool found = false;
};
struct DeviceGroup {
  std::string title;
  std::vector<DeviceRow> rows;
};
struct DeviceModel {
  std::vector<DeviceGroup> groups;
  std::string sentence;
  std::size_t missing = 0;
};
[[nodiscard]] DeviceModel device_model(const std::vector<lab::Finding>& findings);
// Looks at this machine: a few milliseconds, so once, and when asked again.
[[nodiscard]] DeviceModel look_at_device(const Session& session);

}  // namespace lanescope::ui
