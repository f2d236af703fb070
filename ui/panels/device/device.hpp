#pragma once

#include <optional>

#include "ui/panels/device/device_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::device {

class DevicePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "device"; }
  [[nodiscard]] std::string_view title() const override { return tr("Device"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "help"; }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  std::optional<DeviceModel> model_;  // as found when the panel was first drawn, or asked again
};

}  // namespace lanescope::ui::panels::device
