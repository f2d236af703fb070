#include "ui/studio/studio.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "lab/lesson/later_subjects.hpp"
#include "lab/lesson/paths.hpp"
#include "ui/figures/shared_model.hpp"
#include "ui/studio/panel_set.hpp"
#include "ui/studio/parts.hpp"
#include "ui/view/layout.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::studio {
namespace {

const char* class_layout(const session::Session& session, float scale, float width, float height) {
  if (width < 640.0F * scale || height < 400.0F * scale) return "projector-compact";
  if (session.state().tools.compare.on) return "projector-compare";
  return session.run() && !figures::uses_shared_memory(*session.run()) ? "projector-global"
                                                                       : "projector";
}

bool begins_with_a_picture(const lesson::Lesson& lesson) {
  return !lesson.steps.empty() && !lesson.steps.front().panels.empty() &&
         lesson.steps.front().panels.front() == "image";
}

bool begins_with_a_network(const lesson::Lesson& lesson) {
  return !lesson.steps.empty() && !lesson.steps.front().panels.empty() &&
         lesson.steps.front().panels.front() == "network";
}

// A graph, a sparse matrix, a merge or a sorting network, which has the middle of the screen; null:
// none of them.
const char* layout_of_own_picture(const lesson::Lesson& lesson) {
  if (lesson.rungs.empty()) return nullptr;
  if (begins_with_a_network(lesson)) return "full-merge";
  const lesson::Rung& rung = lesson.rungs.front();
  if (rung.merge.has_value()) return "full-merge";
  return rung.graph.has_value() || !rung.matrix.empty() ? "full-graph" : nullptr;
}

// Where there is no room for panels beside each other, all are tabs. Sizes at 100 %.
const char* layout_name(const session::Session& session, float scale, float width, float height) {
  const view::State& state = session.state();
  const bool full = state.appearance.depth == view::Depth::Full && !state.screen.presenter;
  const bool narrow = width < (full ? 960.0F : 640.0F) * scale;
  const bool low = height < (full ? 480.0F : 360.0F) * scale;
  if (narrow || low) return "compact";
  if (state.tools.compare.on) return "compare";  // two runs need room
  if (state.screen.presenter) return "presenter";
  if (!full) return "simple";
  if (session.open_program() != nullptr && session.lesson() == nullptr) return "program";
  if (state.tools.time.on) return "time";
  if (const lesson::Lesson* lesson = session.lesson(); lesson && begins_with_a_picture(*lesson))
    return "full-image";
  if (const lesson::Lesson* lesson = session.lesson())
    if (const char* layout = layout_of_own_picture(*lesson)) return layout;
  // Global memory gets the room that shared memory has no use for.
  return session.run() && !figures::uses_shared_memory(*session.run()) ? "full-global" : "full";
}

constexpr ImGuiWindowFlags kHostFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavFocus |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;

// Splits `node` into the children of `layout`, each with its share of what is left.
void split(ImGuiID node, const view::LayoutNode& layout, float scale, Columns& above_each_other) {
  if (layout.kind == view::LayoutNode::Kind::Tabs) {
    for (const std::string& id : layout.tabs)
      ImGui::DockBuilderDockWindow(("###" + id).c_str(), node);
    if (ImGuiDockNode* made = ImGui::DockBuilderGetNode(node)) {
      made->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(("###" + layout.tabs.front()).c_str()));
      // The place that stays although nothing stands there, and takes the room of those that go.
      const bool stays = std::ranges::find(layout.tabs, "source") != layout.tabs.end();
      made->SetLocalFlags(stays ? made->LocalFlags | ImGuiDockNodeFlags_CentralNode
                                : made->LocalFlags & ~ImGuiDockNodeFlags_CentralNode);
    }
    return;
  }
  const bool columns = layout.kind == view::LayoutNode::Kind::Columns;
  const ImVec2 size = ImGui::DockBuilderGetNode(node)->Size;
  const std::vector<double> shares = view::shares_of(layout, (columns ? size.x : size.y) / scale);
  const ImGuiDir way = columns ? ImGuiDir_Left : ImGuiDir_Up;
  double left = 1.0;
  std::vector<ImGuiID> places, rests;
  for (std::size_t i = 0; i + 1 < layout.children.size(); ++i) {
    ImGuiID rest = 0;
    const ImGuiID first = ImGui::DockBuilderSplitNode(
        node, way, static_cast<float>(shares[i] / left), nullptr, &rest);
    split(first, layout.children[i], scale, above_each_other);
    left -= shares[i];
    node = rest;
    places.push_back(first);
    if (i + 2 < layout.children.size()) rests.push_back(rest);
  }
  split(node, layout.children.back(), scale, above_each_other);
  places.push_back(node);
  // A share that the layout promises stays.
  const bool promised = std::ranges::any_of(layout.children, [](const view::LayoutNode& child) {
    return child.least > 0.0 || child.low > 0.0;
  });
  if (!columns && !promised) above_each_other.add(std::move(places), std::move(rests), shares);
}

// A class looks where the ring is.
void draw_pointer_ring(const style::Style& style, ImVec2 at) {
  ImGui::GetForegroundDrawList()->AddCircle(at, 20.0F * style.scale,
                                            style.pack(style::Role::Accent), 0, 3.0F * style.scale);
}

Box last_item() {
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  return {min.x, min.y, max.x, max.y};
}

}  // namespace

Studio::Studio(session::Session& session, Audience audience)
    : session_(session), audience_(audience), panels_(make_panels()) {
  ImGuiIO& io = ImGui::GetIO();
  io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.IniFilename = nullptr;
  fonts_ = style::load_fonts(style::find_fonts());
  std::vector<std::string> ids;
  for (const auto& panel : panels_) ids.emplace_back(panel->id());
  session_.set_panels(std::move(ids));
  // Without them the course is whole: what is wrong with the file is for a test to tell.
  if (auto later = lesson::later_subjects(lesson::kernels_folder())) later_ = std::move(*later);
  set_style();
}

Studio::~Studio() = default;

// The class's window has a size of type of its own: what its height asks for, and what the teacher
// wants.
style::StyleOptions Studio::wanted_style() const {
  const view::State& state = session_.state();
  if (audience_ == Audience::User) {
    return {state.appearance.theme == view::Theme::Dark, state.screen.presenter,
            state.screen.reduced_motion, static_cast<float>(state.screen.scale)};
  }
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float by_size = std::max(1.0F, std::min(size.x / 1920.0F, size.y / 1080.0F));
  const auto wanted = static_cast<float>(state.classroom.projector.scale);
  return {state.classroom.projector.theme.value_or(state.appearance.theme) == view::Theme::Dark,
          true, state.screen.reduced_motion, std::clamp(by_size * wanted, 0.5F, 4.0F)};
}

void Studio::set_style() {
  const style::StyleOptions wanted = wanted_style();
  const bool same =
      styled_ && wanted.dark == styled_as_.dark && wanted.presenter == styled_as_.presenter &&
      wanted.reduced_motion == styled_as_.reduced_motion && wanted.scale == styled_as_.scale;
  if (same) return;
  style_ = style::make_style(wanted);
  style::apply_style(style_, fonts_);
  styled_as_ = wanted;
  styled_ = true;
}

void Studio::begin(double seconds) {
  seconds_ += seconds;
  if (audience_ == Audience::User) session_.update(seconds);
  set_style();
  style_.labels = labels_;
  style_.terms = audience_ == Audience::User ? &terms_ : nullptr;
  style_.controls = audience_ == Audience::User;
}

void Studio::draw() {
  panels::Frame frame{session_, commands_, style_, seconds_};
  take_keys(frame);
  if (audience_ == Audience::User) serve_user();
  begin_host();
  draw_bars(frame);
  draw_dock(frame);
  ImGui::End();
  draw_panels(frame);
  bring_first_tabs();
  bring_to_front();
  draw_over(frame);
  for (const std::string& word : terms_.take())
    commands_.post("help topic=" + session::quote(word));
}

// What goes out of the program and comes into it, beside the frames.
void Studio::serve_user() {
  dialog_.update(session_, commands_);
  if (const auto copied = session_.take<session::CopyRequest>())
    ImGui::SetClipboardText(copied->text.c_str());
}

void Studio::begin_host() {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.WorkPos);
  ImGui::SetNextWindowSize(viewport.WorkSize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style_.pack(style::Role::Background));
  ImGui::Begin("###studio", nullptr, kHostFlags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

void Studio::draw_bars(panels::Frame& frame) {
  if (audience_ == Audience::Class) {
    draw_projector_header(frame);
    return;
  }
  draw_top_bar(frame, later_);
  parts_.top_bar = last_item();
  draw_transport(frame, scrubber_);
  parts_.transport = last_item();
  if (status_height(frame) > 0.0F) draw_status(frame);
  if (!session_.state().files.recovery.empty())
    draw_recovery(frame);
  else if (session_.state().tour.offered && !session_.state().tour.stop)
    draw_tour_offer(frame);
}

// What lies over the panels.
void Studio::draw_over(panels::Frame& frame) {
  const bool user = audience_ == Audience::User;
  pen_.draw(frame, in_layout_, dock_, user);
  if (!user) {
    draw_shared_pointer();
    return;
  }
  draw_tour(frame, parts_);
  const bool open = session_.state().screen.palette_open;
  draw_dropped(frame);
  if (open) draw_palette(frame, palette_, !palette_was_open_);
  palette_was_open_ = open;
  if (style_.presenter && ImGui::IsMousePosValid())
    draw_pointer_ring(style_, ImGui::GetIO().MousePos);
  share_pointer(frame);
}

// Where the pointer stands on a panel here, the class sees a ring on the same panel.
void Studio::share_pointer(panels::Frame& frame) {
  if (!session_.state().classroom.projector.on || !ImGui::IsMousePosValid()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  PanelPoint now = panel_point(in_layout_, mouse.x, mouse.y);
  const bool moved = now.panel != pointed_.panel || !(now.at == pointed_.at);
  if (!moved) return;
  if (now.panel.empty() && pointed_.panel.empty()) return;
  frame.commands.post(now.panel.empty()
                          ? std::string("point panel=\"\"")
                          : fmt::format("point panel={} points=\"{:.4f},{:.4f}\"",
                                        session::quote(now.panel), now.at.x, now.at.y));
  pointed_ = std::move(now);
}

void Studio::draw_shared_pointer() {
  const view::Projector& projector = session_.state().classroom.projector;
  if (projector.pointed_panel.empty()) return;
  const auto box = box_of_panel(projector.pointed_panel);
  if (!box) return;
  draw_pointer_ring(style_, {box->left + projector.pointer.x * (box->right - box->left),
                             box->top + projector.pointer.y * (box->bottom - box->top)});
}

void Studio::end() { commands_.run_all(session_); }

void Studio::draw_dock(panels::Frame& frame) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float edge = style_.gap * 1.25F;
  const float top = ImGui::GetCursorPosY();
  const float width = std::max(viewport.WorkSize.x - 2 * edge, 64.0F);
  const bool asks = audience_ == Audience::Class;
  // The pictures keep some of the height.
  const float band =
      asks ? std::min(question_band_height(frame, width), viewport.WorkSize.y * 0.6F) : 0.0F;
  const float below = band > 0.0F ? band + edge : 0.0F;
  const ImVec2 size{width, std::max(viewport.WorkSize.y - top - edge - below, 64.0F)};
  const ImGuiID id = ImGui::GetID("dock");
  arrange(id, size.x, size.y);
  fit_columns(frame);
  ImGui::SetCursorPos({edge, top});
  const ImVec2 from = ImGui::GetCursorScreenPos();
  dock_ = {from.x, from.y, from.x + size.x, from.y + size.y};
  if (band > 0.0F)
    draw_question_band(frame, {from.x, dock_.bottom + edge},
                       {from.x + width, dock_.bottom + edge + band});
  ImGui::SetCursorPos({edge, top});
  paint_grounds(frame.style, id);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{style_.gap, style_.gap});
  // Docking paints its splitters in these two.
  ImGui::PushStyleColor(ImGuiCol_Border, style_.pack(style::Role::Background, 0.0F));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style_.pack(style::Role::Background));
  ImGui::PushFont(style_.text_bold, style_.title_size * 0.97F);
  ImGui::DockSpace(id, size,
                   ImGuiDockNodeFlags_NoWindowMenuButton | ImGuiDockNodeFlags_NoCloseButton);
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
}

void Studio::arrange(std::uint32_t dock_id, float width, float height) {
  const float scale = style_.text_size / style::make_style({}).text_size;
  const std::string wanted = audience_ == Audience::Class
                                 ? class_layout(session_, scale, width, height)
                                 : layout_name(session_, scale, width, height);
  if (wanted == layout_) return;
  layout_ = wanted;
  auto layout = view::load_layout(wanted);
  complaint_ = layout ? std::string{} : layout.error().text();
  if (!layout) return;
  view::add_neighbours(*layout, panel_homes(panels_));
  ImGui::DockBuilderRemoveNode(dock_id);
  ImGui::DockBuilderAddNode(dock_id, ImGuiDockNodeFlags_DockSpace |
                                         ImGuiDockNodeFlags_NoWindowMenuButton |
                                         ImGuiDockNodeFlags_NoCloseButton);
  ImGui::DockBuilderSetNodeSize(dock_id, {width, height});
  columns_.clear();
  split(dock_id, layout->root, scale, columns_);
  ImGui::DockBuilderFinish(dock_id);
  in_layout_ = view::panels_of(*layout);
  first_tabs_ = view::front_panels_of(*layout);
  frames_since_arranged_ = 0;
}

// By the panel in front of each place.
void Studio::fit_columns(panels::Frame& frame) {
  if (frames_since_arranged_ < 2) return;  // their tabs are still to come
  const auto& asked = panels_of_place();
  columns_.fit([&](std::uint32_t place) -> Columns::Need {
    const ImGuiDockNode* node = ImGui::DockBuilderGetNode(place);
    const ImGuiWindow* window = node == nullptr ? nullptr : node->VisibleWindow;
    if (window == nullptr) return {};
    for (const auto& panel : panels_) {
      if (!std::string_view(window->Name).ends_with(fmt::format("###{}", panel->id()))) continue;
      const ImVec2 around{2 * window->WindowPadding.x, 2 * window->WindowPadding.y};
      const float content = panel->enough_height(frame, node->Size.x - around.x);
      const float header = window->Pos.y - node->Pos.y;
      return {content > 0.0F ? content + around.y + header : 0.0F,
              panel->id() == session_.state().focus.panel ||
                  std::ranges::find(asked, panel->id()) != asked.end()};
    }
    return {};
  });
}

void Studio::draw_panels(panels::Frame& frame) {
  for (const auto& panel : panels_) {
    const bool placed =
        std::find(in_layout_.begin(), in_layout_.end(), panel->id()) != in_layout_.end();
    if ((placed && is_wanted(*panel)) || !complaint_.empty()) panel->draw(frame, nullptr);
  }
  ++frames_since_arranged_;
}

bool Studio::is_waiting() const {
  return std::ranges::any_of(panels_, [](const auto& panel) {
    return panel->is_waiting() && place_of_panel(std::string(panel->id())).has_value();
  });
}

std::optional<Studio::PanelRect> Studio::place_of_panel(const std::string& id) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!std::string_view(window->Name).ends_with("###" + id) || !window->Active || window->Hidden)
      continue;
    const ImGuiDockNode* node = window->DockNode;
    const ImVec2 at = node == nullptr ? window->Pos : node->Pos;
    const ImVec2 size = node == nullptr ? window->Size : node->Size;
    return PanelRect{at.x, at.y, size.x, size.y};
  }
  return std::nullopt;
}

}  // namespace lanescope::ui::studio
