// Compare, Timings, the machine code and Device through their own widgets.

#include <chrono>
#include <thread>

#include "tests/ui/studio/drive.hpp"
#include "ui/panels/compare/compare_model.hpp"
#include "ui/panels/timings/timings_model.hpp"

namespace lanescope::ui::commands {
namespace {

using CompareDrive = test::Drive;

TEST_F(CompareDrive, ComparesTwoRungs) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "panel id=compare")));
    settle(ctx);
    click(ctx, "//###compare/content/###compare-with");
    ctx->ItemClick("//$FOCUSED/###sequential");
    settle(ctx);
    IM_CHECK(state().tools.compare.on);
    for (int i = 0; i < 500 && session().side().second().run == nullptr; ++i) ctx->Yield();
    IM_CHECK(session().side().second().run != nullptr);
    ctx->Yield(10);
    IM_CHECK(!state().cursor.playing);
    click(ctx, "//###compare/content/###compare-phases");
    IM_CHECK(state().tools.compare.phases);
    ctx->Yield(3);
    click(ctx, "//###compare/content/###pin");
    IM_CHECK(state().tools.compare.pinned != nullptr);
    click(ctx, "//###compare/content/###compare-off");
    IM_CHECK(!state().tools.compare.on);
  });
}

TEST_F(CompareDrive, SweepsAndOpensARung) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "panel id=timings")));
    settle(ctx);
    click(ctx, "//###timings/content/###sweep");
    IM_CHECK(state().tools.sweep.on);
    for (int i = 0; i < 2000 && panels::timings::timings_model(session())->running; ++i)
      ctx->Yield();
    IM_CHECK(!panels::timings::timings_model(session())->running);
    ctx->Yield(3);
    click(ctx, "//###timings/content/###counter");
    ctx->ItemClick("//$FOCUSED/###shared.bank_conflicts");
    settle(ctx);
    IM_CHECK_STR_EQ(state().tools.sweep.counter.c_str(), "shared.bank_conflicts");
    ctx->ScrollToItemY("//###timings/content/###bar-sequential");
    click(ctx, "//###timings/content/###bar-sequential");
    IM_CHECK_STR_EQ(state().experiment.rung.c_str(), "sequential");
  });
}

TEST_F(CompareDrive, ShowsTheMachineCode) {
  drive([this](ImGuiTestContext* ctx) {
    settle(ctx);
    click(ctx, in_header(ctx, "source", "###sass"));
    IM_CHECK(state().tools.sass);
    for (int i = 0; i < 1000 && session().listing().get() == nullptr; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the disassembler's own time
      ctx->Yield();
    }
    IM_CHECK(session().listing().get() != nullptr);
    ctx->Yield(3);
    click(ctx, in_header(ctx, "source", "###sass"));
    IM_CHECK(!state().tools.sass);
  });
}

TEST_F(CompareDrive, LooksAtTheDevice) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "panel id=device")));
    settle(ctx);
    ctx->ScrollToItemY("//###device/content/###look-again");
    click(ctx, "//###device/content/###look-again");
  });
}

}  // namespace
}  // namespace lanescope::ui::commands
