#pragma once

#include <string>

#include "ui/figures/flow/flow_picture.hpp"
#include "ui/figures/flow/flow_scene.hpp"

namespace lanescope::ui::figures::flow {

// "in", or what of it is drawn: "in: elements 256–511 of 1,000".
[[nodiscard]] std::string flow_caption(const FlowArray& array, const FlowRegion& region);
// "block (1, 0), thread (2, 5)": who stores the focus.
[[nodiscard]] std::string flow_thread(const view::View& view, const FlowGround& ground,
                                      const FlowFocus& focus);
[[nodiscard]] std::string flow_sentence(const view::View& view, const FlowGround& ground,
                                        const std::optional<FlowFocus>& focus,
                                        const FlowSources* sources);

// " Of 124 lines 20 are drawn."; empty where all are.
[[nodiscard]] std::string left_out_words(const FlowScene& scene);

}  // namespace lanescope::ui::figures::flow
