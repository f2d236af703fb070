#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include <imgui.h>
#include <imgui_internal.h>

#include "ui/studio/parts.hpp"

namespace lanescope::ui::studio {
namespace {

struct KeyName {
  std::string_view name;
  ImGuiKeyChord chord;
};
constexpr std::array<KeyName, 22> kNames{{{"Space", ImGuiKey_Space},
                                          {"Right", ImGuiKey_RightArrow},
                                          {"Left", ImGuiKey_LeftArrow},
                                          {"Up", ImGuiKey_UpArrow},
                                          {"Down", ImGuiKey_DownArrow},
                                          {"PageUp", ImGuiKey_PageUp},
                                          {"PageDown", ImGuiKey_PageDown},
                                          {"Home", ImGuiKey_Home},
                                          {"End", ImGuiKey_End},
                                          {"Escape", ImGuiKey_Escape},
                                          {"Return", ImGuiKey_Enter},
                                          {"F1", ImGuiKey_F1},
                                          {"F5", ImGuiKey_F5},
                                          {"F8", ImGuiKey_F8},
                                          {"F9", ImGuiKey_F9},
                                          {"F11", ImGuiKey_F11},
                                          {"=", ImGuiKey_Equal},
                                          {"-", ImGuiKey_Minus},
                                          {"+", ImGuiMod_Shift | ImGuiKey_Equal},
                                          {"Tab", ImGuiKey_Tab},
                                          {"Backspace", ImGuiKey_Backspace},
                                          {"Delete", ImGuiKey_Delete}}};

std::optional<ImGuiKeyChord> key_of(std::string_view name) {
  for (const KeyName& row : kNames) {
    if (row.name == name) return row.chord;
  }
  if (name.size() == 1 && std::isupper(static_cast<unsigned char>(name[0])) != 0) {
    return ImGuiKey_A + (name[0] - 'A');
  }
  if (name.size() == 1 && std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
    return ImGuiKey_0 + (name[0] - '0');
  }
  return std::nullopt;
}

// "Ctrl+Shift+T" as ImGui writes it; nullopt for none or an unknown name.
std::optional<ImGuiKeyChord> chord_of(std::string_view shortcut) {
  ImGuiKeyChord mods = 0;
  constexpr std::array<KeyName, 3> kMods{
      {{"Ctrl+", ImGuiMod_Ctrl}, {"Shift+", ImGuiMod_Shift}, {"Alt+", ImGuiMod_Alt}}};
  for (const KeyName& mod : kMods) {
    if (!shortcut.starts_with(mod.name)) continue;
    mods |= mod.chord;
    shortcut.remove_prefix(mod.name.size());
  }
  const auto key = key_of(shortcut);
  if (!key) return std::nullopt;
  return mods | *key;
}

// Keys that mean something to a text field stay with it.
bool belongs_to_text(ImGuiKeyChord chord) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.WantTextInput) return false;
  const bool function_key =
      (chord & ~ImGuiMod_Mask_) >= ImGuiKey_F1 && (chord & ~ImGuiMod_Mask_) <= ImGuiKey_F12;
  const bool compile = (chord & ~ImGuiMod_Shift) == (ImGuiMod_Ctrl | ImGuiKey_Enter);
  const bool palette = chord == (ImGuiMod_Ctrl | ImGuiKey_P);
  return !function_key && !compile && !palette;
}

}  // namespace

bool is_known_key(std::string_view shortcut) { return chord_of(shortcut).has_value(); }

void take_keys(panels::Frame& frame) {
  for (const commands::CommandRow& row : commands::command_table()) {
    const auto chord = chord_of(row.shortcut);
    if (!chord || belongs_to_text(*chord)) continue;
    if (!ImGui::IsKeyChordPressed(*chord, ImGuiInputFlags_Repeat)) continue;
    if (row.name == "select-none" && frame.session.state().screen.palette_open) continue;
    if (row.enabled(frame.session)) frame.commands.post(std::string(row.name));
  }
}

}  // namespace lanescope::ui::studio
