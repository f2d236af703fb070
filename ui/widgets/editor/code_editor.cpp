#include "ui/widgets/editor/code_editor.hpp"

#include <utility>

#include <TextEditor.h>
#include <imgui.h>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets::editor {
namespace {

constexpr double kPause = 0.45;  // in typing, that gives back what was typed

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

CodeEditor::CodeEditor() : editor_(std::make_unique<TextEditor>()) {
  editor_->SetLanguage(TextEditor::Language::Cpp());
  editor_->SetShowWhitespacesEnabled(false);
  editor_->SetShowMiniMapEnabled(false);
  editor_->SetShowScrollbarMiniMapEnabled(false);
  editor_->SetTabSize(2);
  editor_->SetInsertSpacesOnTabs(true);
}

CodeEditor::~CodeEditor() = default;

void CodeEditor::show(const std::string& text) {
  if (changed_at_ >= 0.0 || (filled_ && text == text_)) return;
  text_ = text;
  editor_->SetText(text_);
  change_ = editor_->GetUndoIndex();
  filled_ = true;
}

std::optional<std::string> CodeEditor::draw(const style::Style& style, const char* id, float width,
                                            double seconds) {
  editor_->SetPalette(palette_of(style));
  ImGui::PushFont(font_of(style, Face::Mono), style.text_size * 0.93F);
  editor_->Render(id, {width, 0});
  ImGui::PopFont();
  if (editor_->GetUndoIndex() != change_) {
    change_ = editor_->GetUndoIndex();
    changed_at_ = seconds;
  }
  const bool left = !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
  if (!left && !ImGui::GetIO().KeyCtrl && seconds - changed_at_ <= kPause) return std::nullopt;
  return take();
}

std::optional<std::string> CodeEditor::take() {
  if (changed_at_ < 0.0) return std::nullopt;
  changed_at_ = -1.0;
  std::string text = editor_->GetText();
  if (text == text_) return std::nullopt;
  text_ = std::move(text);
  return text_;
}

void CodeEditor::mark_errors(const style::Style& style, std::span<const Mark> marks) {
  editor_->ClearMarkers();
  for (const Mark& mark : marks)
    editor_->AddMarker(mark.line - 1, style.pack(style::Role::Error, 0.6F),
                       style.pack(style::Role::Error, 0.18F), mark.words, mark.words);
}

}  // namespace lanescope::ui::widgets::editor
