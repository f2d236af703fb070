#include "ui/gl/shot.hpp"

#include <chrono>
#include <memory>
#include <thread>

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "ui/commands/commands.hpp"
#include "ui/gl/animation.hpp"
#include "ui/gl/black_screen.hpp"
#include "ui/gl/gui_options.hpp"
#include "ui/gl/imgui_context.hpp"
#include "ui/gl/offscreen.hpp"
#include "ui/gl/panel_picture.hpp"
#include "ui/gl/studio_session.hpp"
#include "ui/studio/studio.hpp"

namespace lanescope::ui::gl {
namespace {

// Docking, wrapped text and columns need a few frames to come to rest.
constexpr int kFrames = 8;
// What is made beside the frames of a long run is waited for, but not without end.
constexpr int kMostWaits = 3000;
constexpr std::chrono::milliseconds kWait{10};

Result<void> run_script(session::Session& session, const std::string& script,
                        const Offscreen& target) {
  const auto commands = session::parse_script(script);
  if (!commands) return commands.error();
  session.settle();
  for (const session::Command& command : *commands) {
    if (auto done = commands::execute(session, command); !done) return done;
    if (command.name != "beat") session.settle();  // settling would end the beat
    const session::Requests& asked = session.requests();
    const bool moving = asked.waiting<session::AnimationRequest>() != nullptr;
    if (moving) session.complete_ladder();
    if (!moving && asked.waiting<session::PictureRequest>() == nullptr) continue;
    (void)draw_shot(session, target);
    if (!session.message().empty()) return bad_input(session.message());
  }
  return {};
}

}  // namespace

Image draw_shot(session::Session& session, const Offscreen& target) {
  ImGuiContextGuard context;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(target.width()), static_cast<float>(target.height())};
  ImGui_ImplOpenGL3_Init("#version 330");
  Image image;
  {
    // The class's window where there is one: it is what cannot be seen otherwise.
    studio::Studio studio(session, session.state().classroom.projector.on
                                       ? studio::Studio::Audience::Class
                                       : studio::Studio::Audience::User);
    const auto draw = [&] {
      io.DeltaTime = 1.0F / 60.0F;
      studio.begin(0.0);
      ImGui_ImplOpenGL3_NewFrame();
      ImGui::NewFrame();
      studio.draw();
      ImGui::Render();
      studio.end();
      ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    };
    const auto draw_all = [&] {
      for (int i = 0; i < kFrames; ++i) draw();
    };
    draw_all();
    for (int i = 0; i < kMostWaits && studio.is_waiting(); ++i) {
      std::this_thread::sleep_for(kWait);
      draw();
      if (!studio.is_waiting()) draw_all();
    }
    bool moving = session.requests().waiting<session::AnimationRequest>() != nullptr;
    for (Animation animation; moving; draw()) {
      animation.follow(session, [&] { return target.read(); });
      moving = animation.taking();
    }
    image = target.read();
    (void)serve_picture(session, image);
  }
  ImGui_ImplOpenGL3_Shutdown();
  return image;
}

Result<void> render_shot(const GuiOptions& options, const std::filesystem::path& png,
                         const ports::equipment::Equipment& equipment) {
  auto opened = open_session(options, equipment);
  if (!opened) return opened.error();
  auto target = Offscreen::create(options.width, options.height);
  if (!target) return target.error();
  if (auto done = run_script(*opened->session, options.script, **target); !done) return done;
  if (png.extension() == ".gif") return {};  // the script has written it
  opened->session->complete_ladder();
  const Image image = draw_shot(*opened->session, **target);
  if (is_black(image)) return missing(black_screen_words());
  return write_png(image, png.string());
}

}  // namespace lanescope::ui::gl
