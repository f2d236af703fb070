#pragma once

#include <memory>
#include <string>

#include "ui/panels/panel.hpp"

namespace lanescope::ui::studio {

// The system's own dialogs for files, beside the frames: asked for by a DialogRequest, answered
// by a command with the file's name. A program such as zenity or kdialog shows them; without one
// the status line says how to go on.
class FileDialog {
 public:
  FileDialog();
  ~FileDialog();
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;

  // Only a window has dialogs: pictures and tests don't.
  void allow() { allowed_ = true; }
  // Once a frame.
  void update(session::Session& session, commands::CommandQueue& commands);

 private:
  struct Open;
  void begin(const session::DialogRequest& request, const session::Session& session,
             commands::CommandQueue& commands);
  std::unique_ptr<Open> open_;
  session::DialogRequest asked_;
  bool allowed_ = false;
};

}  // namespace lanescope::ui::studio
