#pragma once

#include <array>

#include "ui/panels/image/image_live.hpp"
#include "ui/panels/image/image_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/background_result.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/widgets/picture_texture.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::image {

class ImagePanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "image"; }
  [[nodiscard]] std::string_view title() const override { return tr("Image"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "graph"; }
  [[nodiscard]] bool suits(const session::Session& session) const override;
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const std::optional<ImageModel>& model(const Frame& frame);
  const ImageTiles& tiles(const Frame& frame, const ImageModel& shown);
  void draw_controls(Frame& frame, const ImageModel& shown);
  void draw_choices(Frame& frame, const ImageModel& shown);
  void draw_pictures(Frame& frame, const ImageModel& shown);
  void draw_part(Frame& frame, const ImageModel& shown, view::ImagePart part, ImVec2 min,
                 ImVec2 size);

  view::ViewCache<ImageModel> cache_;
  std::uint64_t key_ = 0;  // of the pixels in the textures
  view::BackgroundResult<std::vector<BlockFigure>> figures_;
  view::ViewCache<ImageTiles> tiles_;
  ImageTiles no_tiles_;
  std::array<widgets::PictureTexture, 3> textures_;  // before, after, difference
  ImageLive live_;
};

}  // namespace lanescope::ui::panels::image
