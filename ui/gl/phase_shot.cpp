#include "ui/gl/phase_shot.hpp"

#include <algorithm>
#include <cmath>

#include <GL/glew.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "ui/figures/arrays_model.hpp"
#include "ui/figures/phase_picture.hpp"
#include "ui/figures/phase_svg.hpp"
#include "ui/gl/imgui_context.hpp"
#include "ui/session/session.hpp"
#include "ui/style/fonts.hpp"
#include "ui/widgets/phase_figure.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::gl {
namespace {

// A frame buffer of its own; the one that was bound is bound again after.
class Target {
 public:
  Target(int width, int height) {
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
    glGetIntegerv(GL_VIEWPORT, viewport_);
    glGenFramebuffers(1, &frame_buffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_buffer_);
    glGenRenderbuffers(1, &colour_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    glViewport(0, 0, width, height);
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target() {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glDeleteFramebuffers(1, &frame_buffer_);
    glDeleteRenderbuffers(1, &colour_);
  }
  [[nodiscard]] static bool complete() {
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }

 private:
  GLint before_ = 0;
  GLint viewport_[4] = {0, 0, 0, 0};
  GLuint frame_buffer_ = 0, colour_ = 0;
};

struct Sizes {
  int width = 0, height = 0;
  std::uint32_t columns = 0;
};
constexpr float kCell = 26.0F, kLabels = 130.0F, kPitch = 46.0F, kEdge = 16.0F, kLeast = 480.0F,
                kCaption = 24.0F;

Sizes sizes_of(const figures::PhasePicture& picture, float scale) {
  GLint largest = 4096;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  const auto room = static_cast<float>(std::min(largest, 16'384));
  const float cells = std::min(static_cast<float>(picture.columns),
                               std::floor((room / scale - kLabels - 2 * kEdge) / kCell));
  const float width = std::max(kLabels + 2 * kEdge + cells * kCell, kLeast) * scale;
  const float height =
      (2 * kEdge + kCaption +
       kPitch * static_cast<float>(std::max<std::size_t>(picture.lines.size(), 2))) *
      scale;
  return {static_cast<int>(width), static_cast<int>(std::min(height, room)),
          static_cast<std::uint32_t>(cells)};
}

void draw_figure(const style::Style& style, const figures::PhasePicture& picture,
                 const Sizes& sizes) {
  const float edge = kEdge * style.scale;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({static_cast<float>(sizes.width), static_cast<float>(sizes.height)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{edge, edge});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.pack(style::Role::Panel));
  ImGui::Begin("###phases", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  widgets::PhaseView view;
  view.count = static_cast<float>(sizes.columns);
  const float height = static_cast<float>(sizes.height) - 2 * edge - kCaption * style.scale;
  (void)widgets::draw_phase_figure(style, picture, {Tick{~std::uint64_t{0}}, picture.lines.size()},
                                   height, view);
  const std::string caption = figures::phase_caption(picture, sizes.columns);
  ImGui::SetCursorScreenPos({edge, static_cast<float>(sizes.height) - edge - style.text_size});
  widgets::paragraph(style, widgets::secondary(style), caption);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

Result<Image> drawn(const session::Session& session, const figures::PhasePicture& picture) {
  const view::State& state = session.state();
  const style::Style style = style::make_style({state.appearance.theme == view::Theme::Dark, false,
                                                true, static_cast<float>(state.screen.scale)});
  const Sizes sizes = sizes_of(picture, style.scale);
  const Target target(sizes.width, sizes.height);
  if (!Target::complete()) return missing(tr("the OpenGL driver gives no picture of this size"));
  const ImGuiContextGuard context;
  ImGui::GetIO().DisplaySize = {static_cast<float>(sizes.width), static_cast<float>(sizes.height)};
  ImGui_ImplOpenGL3_Init("#version 330");
  style::Style own = style;
  style::apply_style(own, style::load_fonts(style::find_fonts()));
  for (int frame = 0; frame < 2; ++frame) {
    ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw_figure(own, picture, sizes);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }
  Image image = read_frame(sizes.width, sizes.height);
  ImGui_ImplOpenGL3_Shutdown();
  return image;
}

}  // namespace

std::optional<Result<Image>> whole_phase_view(const session::Session& session) {
  const view::Appearance& look = session.state().appearance;
  if (!look.phase_view || look.flow_view == view::FlowView::On) return std::nullopt;
  const figures::ArrayChoice choice = figures::array_choice(session);
  const view::ArrayInfo* array = figures::shown_array(session, choice);
  const auto question = array == nullptr ? std::nullopt : figures::phase_question(session, *array);
  if (!question) return std::nullopt;
  constexpr std::uint32_t kMostColumns = 1024;
  const figures::PhasePicture picture =
      figures::phase_picture(session, *array, *question, question->answer(), kMostColumns);
  if (picture.lines.empty() || figures::wants_flow(look, &picture)) return std::nullopt;
  return drawn(session, picture);
}

}  // namespace lanescope::ui::gl
