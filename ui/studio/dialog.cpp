#include "ui/studio/dialog.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <portable_file_dialogs.h>

#include "ui/words/words.hpp"

namespace lanescope::ui {

struct FileDialog::Open {
  std::unique_ptr<pfd::open_file> opening;
  std::unique_ptr<pfd::save_file> saving;
};

FileDialog::FileDialog() = default;
FileDialog::~FileDialog() = default;

namespace {

using Dialog = State::Dialog;

struct Words {
  Dialog dialog;
  const char* title;
  const char* name;  // of the file that is offered
  const char* kind;  // of files
  const char* pattern;
  const char* command;  // without a dialog program
};
constexpr std::array<Words, 6> kDialogs{
    {{Dialog::Open, mark("Open a session or a saved run"), "", mark("Sessions and runs"),
      "*.lanescope *.lanerun", "open file=…"},
     {Dialog::Input, mark("A file for this argument"), "", mark("Tables, texts, pictures"),
      "*.csv *.tsv *.txt *.npy *.png *.jpg *.jpeg *.bmp *.gif *.pgm *.ppm", "drop path=…"},
     {Dialog::Save, mark("Save the session"), "session.lanescope", mark("Lanescope sessions"),
      "*.lanescope", "save file=…"},
     {Dialog::SaveRun, mark("Save the run"), "run.lanerun", mark("Saved runs"), "*.lanerun",
      "save-run file=…"},
     {Dialog::SaveGif, mark("Export an animation"), "steps.gif", "GIF", "*.gif",
      "export-gif file=… steps=8"},
     {Dialog::SavePhases, mark("Export the phase view"), "phases.svg", mark("Pictures"),
      "*.svg *.png", "export-picture panel=arrays file=…"}}};

const Words& words_of(Dialog dialog) {
  const auto at = std::ranges::find(kDialogs, dialog, &Words::dialog);
  return at == kDialogs.end() ? kDialogs.front() : *at;
}
bool opens(Dialog dialog) { return dialog == Dialog::Open || dialog == Dialog::Input; }

std::string command_for(Dialog dialog, const std::string& input, const std::string& file) {
  switch (dialog) {
    case Dialog::Open:
      return fmt::format("open file={}", quote(file));
    case Dialog::Input:
      return fmt::format("drop path={} argument={}", quote(file), quote(input));
    case Dialog::SaveRun:
      return fmt::format("save-run file={}", quote(file));
    case Dialog::SaveGif:
      return fmt::format("export-gif file={}",
                         quote(file.ends_with(".gif") ? file : file + ".gif"));
    case Dialog::SavePhases:
      return fmt::format(
          "export-picture panel=arrays file={}",
          quote(file.ends_with(".svg") || file.ends_with(".png") ? file : file + ".svg"));
    default:
      return fmt::format("save file={}", quote(file));
  }
}

}  // namespace

void FileDialog::begin(const State& state, CommandQueue& commands) {
  const Words& words = words_of(state.dialog);
  commands.post("dialog-done");
  if (!allowed_ || !pfd::settings::available()) {
    commands.post(fmt::format("say text={}",
                              quote(say("no dialog program was found (install zenity): Ctrl+P, "
                                        "then {}",
                                        words.command))));
    return;
  }
  open_ = std::make_unique<Open>();
  asked_ = state.dialog;
  input_ = state.dialog_input;
  const std::vector<std::string> kinds{tr(words.kind), words.pattern, tr("All files"), "*"};
  const bool session = state.dialog == Dialog::Open || state.dialog == Dialog::Save;
  const std::string at = session && !state.session_file.empty() ? state.session_file : words.name;
  if (opens(state.dialog))
    open_->opening = std::make_unique<pfd::open_file>(tr(words.title), at, kinds);
  else
    open_->saving = std::make_unique<pfd::save_file>(tr(words.title), at, kinds);
}

void FileDialog::update(Frame& frame) {
  if (frame.session.state().dialog != Dialog::None) {
    begin(frame.session.state(), frame.commands);
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
  if (!file.empty()) frame.commands.post(command_for(asked_, input_, file));
  open_.reset();
}

}  // namespace lanescope::ui
