// The Graph, Matrix and Merge panels in the studio: lessons open with them, and what they show
// takes the pointer.

#include <string>

#include "tests/ui/studio/drive.hpp"
#include "ui/figures/structures/graph_model.hpp"

namespace lanescope::ui::test {
namespace {

using test::Drive;
using test::transport;

TEST_F(Drive, GraphPanel) {
  drive([this](ImGuiTestContext* ctx) {
    screen_.model().run("lesson id=bfs step=4");
    ctx->Yield(4);
    const ImGuiTestRef figure("//###graph/content/###figure");
    IM_CHECK(ctx->ItemExists(figure));
    IM_CHECK(ctx->GetWindowByRef("//###graph")->DockTabIsVisible);
    // Where something lies under the pointer, a click selects it.
    const ImRect place = ctx->ItemInfo(figure).RectFull;
    for (float x = 0.02F; x < 0.4F && !state().cursor.selection.element; x += 0.01F) {
      ctx->MouseMoveToPos({place.Min.x + place.GetWidth() * x, place.GetCenter().y});
      ctx->MouseClick(0);
      settle(ctx);
    }
    IM_CHECK(state().cursor.selection.element.has_value());
    IM_CHECK_STR_EQ(state().cursor.selection.element->array.c_str(), "distance");
    // The row of the vertex is below the figure, and its cells select the vertices that it leads
    // to.
    const auto scene = figures::structures::graph_scene(session());
    IM_CHECK(static_cast<bool>(scene));
    const std::uint32_t vertex = state().cursor.selection.element->index;
    const std::uint32_t first = scene->shape.ends[scene->shape.start[vertex]];
    const ImRect strip = ctx->ItemInfo("//###graph/content/###strip-0").RectFull;
    for (float x = 0.05F; x < 0.6F && state().cursor.selection.element->index == vertex;
         x += 0.02F) {
      ctx->MouseMoveToPos({strip.Min.x + strip.GetWidth() * x, strip.GetCenter().y});
      ctx->MouseClick(0);
      settle(ctx);
    }
    IM_CHECK_EQ(state().cursor.selection.element->index, first);
    const auto before = tick();
    click(ctx, transport("###step-forward").c_str());
    IM_CHECK_EQ(tick(), before + 1);
  });
}

TEST_F(Drive, MatrixPanel) {
  drive([this](ImGuiTestContext* ctx) {
    screen_.model().run("lesson id=sparse step=3");
    ctx->Yield(4);
    IM_CHECK(ctx->GetWindowByRef("//###matrix")->DockTabIsVisible);
    // The first row is stored in the columns from 0 on.
    const ImRect place = ctx->ItemInfo("//###matrix/content/###figure").RectFull;
    for (float y = 0.01F; y < 0.2F && !state().cursor.selection.element; y += 0.004F) {
      ctx->MouseMoveToPos(
          {place.Min.x + place.GetWidth() * 0.2F, place.Min.y + place.GetHeight() * y});
      ctx->MouseClick(0);
      settle(ctx);
      const auto& element = state().cursor.selection.element;
      if (element && element->array == "x") screen_.model().run("select none");
    }
    IM_CHECK(state().cursor.selection.element.has_value());
    IM_CHECK_STR_EQ(state().cursor.selection.element->array.c_str(), "value");
    const auto before = tick();
    click(ctx, transport("###step-forward").c_str());
    IM_CHECK_EQ(tick(), before + 1);
  });
}

TEST_F(Drive, MergePanel) {
  drive([this](ImGuiTestContext* ctx) {
    screen_.model().run("lesson id=merge step=4; set m=15; set n=25; to-end");
    ctx->Yield(4);
    IM_CHECK(ctx->GetWindowByRef("//###merge")->DockTabIsVisible);
    // Somewhere across the figure lies the path.
    const ImRect place = ctx->ItemInfo("//###merge/content/###figure").RectFull;
    for (float x = 0.3F; x < 0.9F && !state().cursor.selection.lane; x += 0.02F) {
      ctx->MouseMoveToPos({place.Min.x + place.GetWidth() * x, place.GetCenter().y});
      ctx->MouseClick(0);
      settle(ctx);
    }
    IM_CHECK(state().cursor.selection.lane.has_value());
    IM_CHECK(state().cursor.selection.element.has_value());
    IM_CHECK_STR_EQ(state().cursor.selection.element->array.c_str(), "out");
    const auto before = tick();
    click(ctx, transport("###step-back").c_str());
    IM_CHECK_EQ(tick(), before - 1);
  });
}

// A step names panels in places of their own: each is in front of the tabs beside it. In one place
// the first that is named is.
TEST_F(Drive, AStepBringsAllItsPanels) {
  drive([this](ImGuiTestContext* ctx) {
    const auto in_front = [ctx](const char* panel) {
      return ctx->GetWindowByRef(panel)->DockTabIsVisible;
    };
    screen_.model().run("lesson id=coalescing step=4");  // global-memory, registers, source
    ctx->Yield(6);
    IM_CHECK(in_front("//###global-memory"));
    IM_CHECK(in_front("//###registers"));
    screen_.model().run("lesson id=stencil step=6");  // source, volume, shared-memory
    ctx->Yield(6);
    IM_CHECK(in_front("//###volume"));
    IM_CHECK(in_front("//###shared-memory"));
    screen_.model().run("lesson id=block-scheduling step=5");  // counters, occupancy, experiment
    ctx->Yield(6);
    IM_CHECK(in_front("//###counters"));
  });
}

}  // namespace
}  // namespace lanescope::ui::test
