#include "ui/studio/dialog.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <portable_file_dialogs.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::studio {

struct FileDialog::Open {
  std::unique_ptr<pfd::open_file> opening;
  std::unique_ptr<pfd::save_file> saving;
};

FileDialog::FileDialog() = default;
FileDialog::~FileDialog() = default;

namespace {

using Dialog = session::DialogRequest::For;

struct Words {
  Dialog dialog;
  const char* title;
  const char* name;  // of the file that is offered
  const char* kind;  // of files
  const char* pattern;
  const char* command;  // without a dialog program
};
constexpr std::array<Words, 7> kDialogs{
    {{Dialog::Open, mark("Open a session, a saved run or a program"), "",
      mark("Sessions, runs and programs"), "*.lanescope *.lanerun *.laneprogram *.cu",
      "open file=…"},
     {Dialog::Input, mark("A file for this argument"), "", mark("Tables, texts, pictures"),
      "*.csv *.tsv *.txt *.npy *.png *.jpg *.jpeg *.bmp *.gif *.pgm *.ppm", "drop path=…"},
     {Dialog::Save, mark("Save the session"), "session.lanescope", mark("Lanescope sessions"),
      "*.lanescope", "save file=…"},
     {Dialog::SaveRun, mark("Save the run"), "run.lanerun", mark("Saved runs"), "*.lanerun",
      "save-run file=…"},
     {Dialog::SaveGif, mark("Export an animation"), "steps.gif", "GIF", "*.gif",
      "export-gif file=… steps=8"},
     {Dialog::SavePhases, mark("Export the phase view"), "phases.svg", mark("Pictures"),
      "*.svg *.png", "export-picture panel=arrays file=…"},
     {Dialog::SaveProgram, mark("Save the program's source"), "program.cu", mark("CUDA programs"),
      "*.cu *.cpp", "save-program file=…"}}};

const Words& words_of(Dialog dialog) {
  const auto at = std::ranges::find(kDialogs, dialog, &Words::dialog);
  return at == kDialogs.end() ? kDialogs.front() : *at;
}
bool opens(Dialog dialog) { return dialog == Dialog::Open || dialog == Dialog::Input; }

std::string command_for(const session::DialogRequest& request, const std::string& file) {
  switch (request.purpose) {
    case Dialog::Open:
      return fmt::format("open file={}", session::quote(file));
    case Dialog::Input:
      return fmt::format("drop path={} argument={}", session::quote(file),
                         session::quote(request.argument));
    case Dialog::SaveRun:
      return fmt::format("save-run file={}", session::quote(file));
    case Dialog::SaveGif:
      return fmt::format("export-gif file={}",
                         session::quote(file.ends_with(".gif") ? file : file + ".gif"));
    case Dialog::SavePhases:
      return fmt::format(
          "export-picture panel=arrays file={}",
          session::quote(file.ends_with(".svg") || file.ends_with(".png") ? file : file + ".svg"));
    case Dialog::SaveProgram:
      return fmt::format("save-program file={}", session::quote(file));
    default:
      return fmt::format("save file={}", session::quote(file));
  }
}

}  // namespace

void FileDialog::begin(const session::DialogRequest& request, const session::Session& session,
                       commands::CommandQueue& commands) {
  const Words& words = words_of(request.purpose);
  if (!allowed_ || !pfd::settings::available()) {
    commands.post(fmt::format(
        "say text={}", session::quote(say("no dialog program was found (install zenity): Ctrl+P, "
                                          "then {}",
                                          words.command))));
    return;
  }
  open_ = std::make_unique<Open>();
  asked_ = request;
  const std::vector<std::string> kinds{tr(words.kind), words.pattern, tr("All files"), "*"};
  const std::string& last = session.state().files.session;
  const bool of_session = request.purpose == Dialog::Open || request.purpose == Dialog::Save;
  const std::string at = of_session && !last.empty() ? last : words.name;
  if (opens(request.purpose))
    open_->opening = std::make_unique<pfd::open_file>(tr(words.title), at, kinds);
  else
    open_->saving = std::make_unique<pfd::save_file>(tr(words.title), at, kinds);
}

void FileDialog::update(session::Session& session, commands::CommandQueue& commands) {
  if (const auto request = session.take<session::DialogRequest>()) {
    begin(*request, session, commands);
    return;
  }
  if (open_ == nullptr) return;
  std::string file;
  if (open_->opening != nullptr && open_->opening->ready(0)) {
    const auto files = open_->opening->result();
    if (!files.empty()) file = files.front();
  } else if (open_->saving != nullptr && open_->saving->ready(0)) {
    file = open_->saving->result();
  } else {
    return;
  }
  if (!file.empty()) commands.post(command_for(asked_, file));
  open_.reset();
}

}  // namespace lanescope::ui::studio
