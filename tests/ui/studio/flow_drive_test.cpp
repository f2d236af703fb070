// The Arrays panel's three pictures by its buttons, and an element chosen with the mouse.

#include "tests/ui/studio/drive.hpp"

namespace lanescope::ui::view {
namespace {

using FlowDrive = test::Drive;

TEST_F(FlowDrive, ButtonsChooseAndAClickSelects) {
  screen_.model().run("lesson id=convolution-1d; rung id=basic; panel id=arrays; to-end");
  drive([this](ImGuiTestContext* ctx) {
    settle(ctx);
    click(ctx, "//###arrays/content/###values");
    IM_CHECK(!state().appearance.phase_view);
    click(ctx, "//###arrays/content/###phases");
    IM_CHECK(state().appearance.phase_view);
    IM_CHECK(state().appearance.flow_view == FlowView::Off);
    click(ctx, "//###arrays/content/###flow");
    IM_CHECK(state().appearance.flow_view == FlowView::On);
    const ImGuiTestRef figure = in_child(ctx, "arrays", "###flow-figure", "###flow");
    const ImGuiTestItemInfo info = ctx->ItemInfo(figure);
    IM_CHECK(info.ID != 0);
    // The lowest row holds the target.
    for (float up = 8.0F; up < 60.0F && !state().cursor.selection.element; up += 8.0F) {
      ctx->MouseMoveToPos({info.RectFull.Min.x + 90.0F, info.RectFull.Max.y - up});
      ctx->MouseClick(0);
      settle(ctx);
    }
    IM_CHECK(state().cursor.selection.element.has_value());
    IM_CHECK_STR_EQ(state().cursor.selection.element->array.c_str(), "out");
  });
}

}  // namespace
}  // namespace lanescope::ui::view
