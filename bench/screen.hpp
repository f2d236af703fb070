#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

#include "cuda/device/equipment.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/lesson/runner.hpp"
#include "ui/commands/commands.hpp"
#include "ui/studio/studio.hpp"

namespace lanescope::bench {

// The whole studio at 1920 × 1080 without a window or a renderer: what the CPU does for a frame.
class Screen {
 public:
  explicit Screen(const std::string& script) : context_(ImGui::CreateContext()) {
    ImGui::GetIO().IniFilename = nullptr;
    compiler_ = equipment_.compiler();
    runner_ = std::make_unique<lesson::Runner>(*compiler_, &equipment_.disassembler());
    auto lessons = lesson::load_lessons(lesson::kernels_folder());
    if (!lessons) fail(lessons.error().text());
    session_ = std::make_unique<ui::session::Session>(
        std::move(*lessons), ui::session::CommandRunner{ui::commands::run_command}, *runner_,
        equipment_);
    run(script);
    start();
  }
  // A kernel of its own, of which up to `max_ticks` warp instructions are recorded.
  Screen(experiment::Experiment experiment, std::uint64_t max_ticks) : Screen(std::string{}) {
    trace::Window window;
    window.max_ticks = max_ticks;
    session_->open(std::move(experiment), window);
    session_->settle();
    if (session_->failure()) fail(session_->failure()->error.text());
    for (int i = 0; i < 8; ++i) frame();
  }
  ~Screen() {
    studio_.reset();
    ImGui::DestroyContext(context_);
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void run(const std::string& script) {
    const auto commands = ui::session::parse_script(script);
    if (!commands) fail(commands.error().text());
    for (const ui::session::Command& command : *commands) {
      const auto done = ui::commands::execute(*session_, command);
      if (!done) fail(done.error().text());
      session_->settle();
    }
    if (session_->failure()) fail(session_->failure()->error.text());
  }
  void frame() {
    ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
    studio_->begin(1.0 / 60.0);
    ImGui::NewFrame();
    studio_->draw();
    ImGui::Render();
    studio_->end();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
  // Where a panel stands; `share` of its width and height.
  [[nodiscard]] static ImVec2 inside(const char* window, ImVec2 share) {
    const ImGuiWindow* found = ImGui::FindWindowByName(window);
    if (found == nullptr) fail(std::string("no window ") + window);
    return {found->Pos.x + found->Size.x * share.x, found->Pos.y + found->Size.y * share.y};
  }
  [[nodiscard]] ui::session::Session& session() { return *session_; }
  [[noreturn]] static void fail(const std::string& why) {
    std::fprintf(stderr, "bench: %s\n", why.c_str());
    std::exit(1);
  }

 private:
  void start() {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1920, 1080};
    io.BackendFlags |=
        ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
    studio_ = std::make_unique<ui::studio::Studio>(*session_);
    for (int i = 0; i < 8; ++i) frame();
  }

  static cuda::device::Equipment::Options equipment_options() {
    cuda::device::Equipment::Options options;
    options.compiler.worker_command = {LANESCOPE_EXECUTABLE, "worker"};
    return options;
  }

  ImGuiContext* context_;
  cuda::device::Equipment equipment_{equipment_options()};
  std::unique_ptr<ports::toolchain::Compiler> compiler_;
  std::unique_ptr<lesson::Runner> runner_;
  std::unique_ptr<ui::session::Session> session_;
  std::unique_ptr<ui::studio::Studio> studio_;
};

}  // namespace lanescope::bench
