#include <fmt/format.h>
#include <imgui.h>

#include "ui/panels/source/source.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::source {
namespace {

// A pause in typing this long starts the compiler.
constexpr double kPause = 0.45;

using Colour = TextEditor::Color;

TextEditor::Palette palette_of(const style::Style& style) {
  TextEditor::Palette palette;
  palette.fill(style.pack(style::Role::Text));
  const auto set = [&](Colour colour, std::uint32_t value) {
    palette[static_cast<std::size_t>(colour)] = value;
  };
  set(Colour::comment, style.pack(style::Role::TextSecondary));
  set(Colour::preprocessor, style.pack(style::Role::TextSecondary));
  set(Colour::keyword, style.ink(style::Role::Accent));
  set(Colour::declaration, style.ink(style::Role::Accent));
  set(Colour::background, style.pack(style::Role::Background, 0.5F));
  set(Colour::selection, style.pack(style::Role::Accent, 0.35F));
  set(Colour::whitespace, style.pack(style::Role::Line));
  set(Colour::matchingBracketBackground, style.pack(style::Role::Accent, 0.3F));
  set(Colour::matchingBracketError, style.ink(style::Role::Error));
  set(Colour::lineNumber, style.pack(style::Role::TextSecondary));
  set(Colour::currentLineHighlight, style.pack(style::Role::Accent, 0.08F));
  set(Colour::currentLineHighlightBorder, style.pack(style::Role::Accent, 0.0F));
  return palette;
}

}  // namespace

void SourcePanel::load_editor(const Frame& frame) {
  if (editor_ == nullptr) {
    editor_ = std::make_unique<TextEditor>();
    editor_->SetLanguage(TextEditor::Language::Cpp());
    editor_->SetShowWhitespacesEnabled(false);
    editor_->SetShowMiniMapEnabled(false);
    editor_->SetShowScrollbarMiniMapEnabled(false);
    editor_->SetTabSize(2);
    editor_->SetInsertSpacesOnTabs(true);
  }
  editor_text_ = frame.session.source_text();
  editor_->SetText(editor_text_);
  editor_change_ = editor_->GetUndoIndex();
  changed_at_ = -1.0;
  marked_key_ = 0;
}

void SourcePanel::mark_errors(const style::Style& style) {
  if (marked_key_ == key_) return;
  marked_key_ = key_;
  editor_->ClearMarkers();
  for (const session::SourceLine& line : model_.lines) {
    if (line.error.empty()) continue;
    editor_->AddMarker(line.number - 1, style.pack(style::Role::Error, 0.6F),
                       style.pack(style::Role::Error, 0.18F), line.error, line.error);
  }
}

void SourcePanel::draw_editor(Frame& frame, float width) {
  const style::Style& style = frame.style;
  // Another rung, or edits taken back: what the session has now is what there is to edit.
  if (changed_at_ < 0.0 && frame.session.source_text() != editor_text_) load_editor(frame);
  editor_->SetPalette(palette_of(style));
  mark_errors(style);
  ImGui::PushFont(widgets::font_of(style, widgets::Face::Mono), style.text_size * 0.93F);
  editor_->Render("###editor", {width, 0});
  ImGui::PopFont();
  if (editor_->GetUndoIndex() != editor_change_) {
    editor_change_ = editor_->GetUndoIndex();
    changed_at_ = frame.seconds;
  }
  if (changed_at_ < 0.0) return;
  // Whatever is clicked or pressed next shall find the text as it is.
  const bool left = !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  if (left || ImGui::GetIO().KeyCtrl || frame.seconds - changed_at_ > kPause) take_text(frame);
}

void SourcePanel::take_text(Frame& frame) {
  changed_at_ = -1.0;
  editor_text_ = editor_->GetText();
  if (editor_text_ != frame.session.source_text())
    frame.commands.post(fmt::format("edit text={}", session::quote(editor_text_)));
}

}  // namespace lanescope::ui::panels::source
