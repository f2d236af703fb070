#include "ui/style/fonts.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <vector>

#include <imgui.h>

#include "ui/style/colour.hpp"

namespace lanescope::ui::style {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> font_folders() {
  std::vector<fs::path> folders;
  if (const char* own = std::getenv("LANESCOPE_FONTS")) folders.emplace_back(own);
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  if (!none) folders.push_back(program.parent_path() / "../share/lanescope/fonts");
  for (const char* dir : {"/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter",
                          "/usr/share/fonts/truetype/jetbrains-mono", "/usr/share/fonts/inter",
                          "/usr/share/fonts/TTF", "/usr/share/fonts/jetbrains-mono-fonts",
                          "/usr/local/share/fonts"}) {
    folders.emplace_back(dir);
  }
  return folders;
}

std::string first_of(const std::vector<fs::path>& folders,
                     std::initializer_list<const char*> names) {
  for (const char* name : names) {
    for (const fs::path& folder : folders) {
      std::error_code none;
      if (fs::exists(folder / name, none)) return (folder / name).string();
    }
  }
  return {};
}

ImFont* add(const std::string& file, const std::string& more) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = 2;
  ImFont* font = file.empty() ? atlas.AddFontDefault()
                              : atlas.AddFontFromFileTTF(file.c_str(), 16.0F, &config);
  if (!file.empty() && !more.empty()) {  // signs that the first file lacks
    config.MergeMode = true;
    atlas.AddFontFromFileTTF(more.c_str(), 16.0F, &config);
  }
  return font;
}

ImVec4 vec(const Style& style, Role role, float alpha = 1.0F) {
  return ImGui::ColorConvertU32ToFloat4(style.pack(role, alpha));
}

struct ColourRow {
  ImGuiCol_ where;
  Role role;
  float alpha;
};

// What ImGui draws itself. Docked panels are transparent: the studio paints their rounded ground.
constexpr std::array<ColourRow, 46> kColours{{
    {ImGuiCol_Text, Role::Text, 1},
    {ImGuiCol_TextDisabled, Role::TextSecondary, 1},
    {ImGuiCol_WindowBg, Role::Panel, 1},
    {ImGuiCol_ChildBg, Role::Panel, 0},
    {ImGuiCol_PopupBg, Role::Header, 1},
    {ImGuiCol_Border, Role::Line, 1},
    {ImGuiCol_BorderShadow, Role::Line, 0},
    {ImGuiCol_FrameBg, Role::Background, 1},
    {ImGuiCol_FrameBgHovered, Role::Line, 1},
    {ImGuiCol_FrameBgActive, Role::Line, 1},
    {ImGuiCol_TitleBg, Role::Header, 0},
    {ImGuiCol_TitleBgActive, Role::Header, 0},
    {ImGuiCol_TitleBgCollapsed, Role::Header, 0},
    {ImGuiCol_MenuBarBg, Role::Header, 1},
    {ImGuiCol_ScrollbarBg, Role::Panel, 0},
    {ImGuiCol_ScrollbarGrab, Role::Wasted, 1},
    {ImGuiCol_ScrollbarGrabHovered, Role::TextSecondary, 0.7F},
    {ImGuiCol_ScrollbarGrabActive, Role::TextSecondary, 1},
    {ImGuiCol_CheckMark, Role::Accent, 1},
    {ImGuiCol_SliderGrab, Role::Accent, 1},
    {ImGuiCol_SliderGrabActive, Role::Accent, 1},
    {ImGuiCol_Button, Role::Header, 1},
    {ImGuiCol_ButtonHovered, Role::Line, 1},
    {ImGuiCol_ButtonActive, Role::Wasted, 1},
    {ImGuiCol_Header, Role::Accent, 0.18F},
    {ImGuiCol_HeaderHovered, Role::Accent, 0.26F},
    {ImGuiCol_HeaderActive, Role::Accent, 0.34F},
    {ImGuiCol_Separator, Role::Line, 0},
    {ImGuiCol_SeparatorHovered, Role::Accent, 0.6F},
    {ImGuiCol_SeparatorActive, Role::Accent, 1},
    {ImGuiCol_ResizeGrip, Role::Line, 1},
    {ImGuiCol_ResizeGripHovered, Role::Accent, 0.6F},
    {ImGuiCol_ResizeGripActive, Role::Accent, 1},
    {ImGuiCol_InputTextCursor, Role::Text, 1},
    {ImGuiCol_TabHovered, Role::Line, 1},
    {ImGuiCol_Tab, Role::Header, 0},
    {ImGuiCol_TabSelected, Role::Line, 0.0F},
    {ImGuiCol_TabSelectedOverline, Role::Accent, 0},
    {ImGuiCol_TabDimmed, Role::Header, 0},
    {ImGuiCol_TabDimmedSelected, Role::Line, 0.0F},
    {ImGuiCol_TabDimmedSelectedOverline, Role::Accent, 0},
    {ImGuiCol_DockingPreview, Role::Accent, 0.4F},
    {ImGuiCol_DockingEmptyBg, Role::Background, 0},
    {ImGuiCol_TextLink, Role::Accent, 1},
    {ImGuiCol_TextSelectedBg, Role::Accent, 0.35F},
    {ImGuiCol_NavCursor, Role::Accent, 1},
}};

void apply_sizes(const Style& style) {
  ImGuiStyle& s = ImGui::GetStyle();
  s = ImGuiStyle{};
  s.ScaleAllSizes(style.scale);
  s.FontSizeBase = style.text_size;
  s.WindowPadding = {style.padding, style.padding * 0.75F};
  s.FramePadding = {style.gap, style.gap * 0.6F};
  s.ItemSpacing = {style.gap, style.gap * 0.75F};
  s.WindowRounding = s.PopupRounding = style.rounding;
  s.FrameRounding = s.GrabRounding = style.rounding * 0.7F;
  s.WindowBorderSize = 0.0F;
  s.ChildBorderSize = 0.0F;
  s.PopupBorderSize = 1.0F;
  s.TabBarBorderSize = 0.0F;
  s.TabBarOverlineSize = 0.0F;
  s.TabMinWidthShrink = FLT_MAX;  // a panel's name is not cut: the tabs scroll
  s.TabRounding = style.rounding * 0.7F;
  s.ScrollbarSize = 10.0F * style.scale;
  s.WindowMenuButtonPosition = ImGuiDir_None;
  s.DockingSeparatorSize = style.gap;
  s.HoverStationaryDelay = 0.05F;
  s.HoverDelayShort = 0.1F;
}

}  // namespace

FontFiles find_fonts() {
  const std::vector<fs::path> folders = font_folders();
  return {first_of(folders, {"Inter-Regular.otf", "Inter-Regular.ttf", "InterVariable.ttf"}),
          first_of(folders, {"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "Inter-Bold.otf"}),
          first_of(folders, {"JetBrainsMono-Regular.ttf", "JetBrainsMono-Regular.otf"})};
}

Fonts load_fonts(const FontFiles& files) {
  Fonts fonts;
  fonts.text = add(files.text, files.mono);
  fonts.bold = files.bold.empty() ? fonts.text : add(files.bold, files.mono);
  fonts.mono = add(files.mono, files.text);
  return fonts;
}

void apply_style(Style& style, const Fonts& fonts) {
  style.text = fonts.text;
  style.text_bold = fonts.bold;
  style.mono = fonts.mono;
  apply_sizes(style);
  ImGuiStyle& s = ImGui::GetStyle();
  for (const ColourRow& row : kColours) s.Colors[row.where] = vec(style, row.role, row.alpha);
  s.Colors[ImGuiCol_TableHeaderBg] = vec(style, Role::Header);
  s.Colors[ImGuiCol_TableBorderStrong] = vec(style, Role::Line);
  s.Colors[ImGuiCol_TableBorderLight] = vec(style, Role::Line);
  s.Colors[ImGuiCol_ModalWindowDimBg] = ImVec4{0, 0, 0, 0.45F};
  s.Colors[ImGuiCol_TableRowBg] = s.Colors[ImGuiCol_TableRowBgAlt] = ImVec4{0, 0, 0, 0};
}

}  // namespace lanescope::ui::style
