// A file that is dragged onto the window and fits several arguments, an argument's own menu, and
// the line in which an expression to be watched is typed.

#include <fstream>

#include <unistd.h>

#include "tests/ui/studio/drive.hpp"

namespace lanescope::ui::commands {
namespace {

class InputDrive : public test::Drive {
 protected:
  InputDrive()
      : table_(::testing::TempDir() + "lanescope-drop-" + std::to_string(::getpid()) + ".csv") {
    std::ofstream(table_) << "4,5\n";
  }
  ~InputDrive() override { (void)::unlink(table_.c_str()); }
  [[nodiscard]] const std::string& table() const { return table_; }

 private:
  std::string table_;
};

TEST_F(InputDrive, ADroppedFileAsksWhichArgumentItIs) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "lesson id=matrix-product")));
    settle(ctx);
    IM_CHECK(static_cast<bool>(execute(session(), "drop path=" + session::quote(table()))));
    settle(ctx);
    IM_CHECK(state().files.dropped.has_value());
    ctx->ItemClick("//###dropped/###fits-b");
    settle(ctx);
    IM_CHECK(!state().files.dropped.has_value());
    IM_CHECK_EQ(state().experiment.arguments.count("b"), std::size_t{1});
    IM_CHECK(static_cast<bool>(execute(session(), "drop path=" + session::quote(table()))));
    settle(ctx);
    ctx->KeyPress(ImGuiKey_Escape);
    settle(ctx);
    IM_CHECK(!state().files.dropped.has_value());
    IM_CHECK_EQ(state().experiment.arguments.size(), std::size_t{1});
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    settle(ctx);
    IM_CHECK(state().experiment.arguments.empty());
  });
}

TEST_F(InputDrive, AnExpressionIsTypedAndWatched) {
  drive([this](ImGuiTestContext* ctx) {
    IM_CHECK(static_cast<bool>(execute(session(), "panel id=registers; goto phase=1")));
    settle(ctx);
    ctx->ItemInput("//###registers/content/###watch");
    ctx->KeyCharsReplaceEnter("threadIdx.x * 3");
    settle(ctx);
    IM_CHECK_EQ(state().marks.watches.size(), std::size_t{1});
    IM_CHECK_STR_EQ(state().marks.watches.front().c_str(), "threadIdx.x * 3");
    ctx->ItemClick("//###registers/content/threadIdx.x * 3/###unwatch");
    settle(ctx);
    IM_CHECK(state().marks.watches.empty());
  });
}

}  // namespace
}  // namespace lanescope::ui::commands
