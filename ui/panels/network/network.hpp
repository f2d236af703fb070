#pragma once

#include "ui/figures/network/network_picture.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::network {

class NetworkPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "network"; }
  [[nodiscard]] std::string_view title() const override { return tr("Network"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "graph"; }
  [[nodiscard]] bool suits(const session::Session& session) const override;
  [[nodiscard]] bool is_waiting() const override { return scene_.is_waiting(); }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  mutable figures::network::NetworkCache scene_;
  view::ViewCache<figures::network::NetworkModel> model_;
  view::ViewCache<figures::network::NetworkPicture> picture_;
};

}  // namespace lanescope::ui::panels::network
