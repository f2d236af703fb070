#pragma once

#include "ui/figures/structures/graph_layout.hpp"
#include "ui/figures/structures/graph_model.hpp"
#include "ui/panels/panel.hpp"
#include "ui/view/view_cache.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::graph {

class GraphPanel final : public Panel {
 public:
  [[nodiscard]] std::string_view id() const override { return "graph"; }
  [[nodiscard]] std::string_view title() const override { return tr("Graph"); }
  [[nodiscard]] std::string_view help() const override;
  [[nodiscard]] std::string_view neighbour() const override { return "arrays"; }
  [[nodiscard]] bool suits(const session::Session& session) const override {
    return session.rung() != nullptr && session.rung()->graph.has_value();
  }
  std::string subtitle(const Frame& frame) override;
  std::string note(const Frame& frame) override;
  void draw_content(Frame& frame) override;

 private:
  const Result<figures::structures::GraphScene>& scene(const session::Session& session);
  const figures::structures::GraphLayout& layout(const figures::structures::GraphScene& scene,
                                                 const figures::structures::GraphFrame& frame);

  // Kept while run and launch stay.
  std::optional<Result<figures::structures::GraphScene>> scene_;
  std::uint64_t scene_key_ = 0;
  view::ViewCache<figures::structures::GraphModel> model_;
  // Kept while the graph and the room stay.
  figures::structures::GraphLayout layout_;
  std::uint64_t layout_key_ = 0;
  figures::structures::GraphFrame laid_in_;
};

}  // namespace lanescope::ui::panels::graph
