#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "ui/figures/flow/flow_scene.hpp"
#include "ui/view/background_result.hpp"

namespace lanescope::ui::figures::flow {

// What a flow picture of the shown block is drawn of, kept until run, block, target or focus
// change. What a long run takes is made on threads of its own.
class FlowCache {
 public:
  // Null while it is being made, or when nothing has run.
  const FlowGround* ground(const view::View& view);
  // Of the ground that was given last; `close`: only what the block touches.
  FlowPicture picture(const view::View& view, bool close);
  // The element that is looked at, and what flows into it; null while that is looked for.
  struct Focused {
    std::optional<FlowFocus> focus;
    const FlowSources* sources = nullptr;
  };
  Focused focused(const view::View& view);
  [[nodiscard]] bool is_waiting() const {
    return ground_.is_being_made() || sources_.is_being_made();
  }
  // Grows with every new ground.
  [[nodiscard]] std::uint64_t key() const { return key_; }

 private:
  const std::shared_ptr<const FlowGround>* find(const view::View& view);
  const FlowSources* sources(const view::View& view,
                             const std::shared_ptr<const FlowGround>& ground,
                             const FlowFocus& focus);

  std::optional<FlowQuestion> question_;
  std::uint64_t key_ = 0;
  view::BackgroundResult<std::shared_ptr<const FlowGround>> ground_;
  view::BackgroundResult<FlowSources> sources_;
};

// All at once, as files have it.
struct FlowNow {
  FlowGround ground;
  FlowPicture picture;
};
[[nodiscard]] std::optional<FlowNow> flow_now(const view::View& view);

// Values of the shown moment, by figure and cell.
[[nodiscard]] FlowValues flow_values(const view::View& view, const FlowGround& ground,
                                     const FlowPicture& picture);
// Whether cells of whole arrays would come out too small beside those of what the block touches.
[[nodiscard]] bool needs_close(const FlowGround& ground, const FlowRoom& room);

}  // namespace lanescope::ui::figures::flow
