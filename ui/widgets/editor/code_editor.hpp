#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ui/style/style.hpp"

class TextEditor;

namespace lanescope::ui::widgets::editor {

class CodeEditor {
 public:
  CodeEditor();
  CodeEditor(const CodeEditor&) = delete;
  CodeEditor& operator=(const CodeEditor&) = delete;
  ~CodeEditor();

  // `text`: what there is to edit. Where it is another than the one taken or given last, it stands
  // in the place of what was there, unless something typed still waits to be taken.
  void show(const std::string& text);
  // Fills the window's height. What was typed, once: after a pause, or when something else is
  // clicked or a key pressed with Ctrl, so that a command finds the text as it is. `seconds`:
  // Frame's.
  [[nodiscard]] std::optional<std::string> draw(const style::Style& style, const char* id,
                                                float width, double seconds);
  // What waits, without a pause: when it is drawn no more.
  [[nodiscard]] std::optional<std::string> take();

  struct Mark {
    std::uint32_t line = 0;  // from 1
    std::string words;
  };
  void mark_errors(const style::Style& style, std::span<const Mark> marks);

 private:
  std::unique_ptr<TextEditor> editor_;
  std::string text_;  // as last taken or given
  bool filled_ = false;
  std::size_t change_ = 0;
  double changed_at_ = -1.0;  // seconds; < 0: nothing waits
};

}  // namespace lanescope::ui::widgets::editor
