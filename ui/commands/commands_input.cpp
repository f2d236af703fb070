#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "lab/experiment/file_experiment.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/experiment/inputs.hpp"
#include "lab/run/input_file.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

using Kind = run::InputFile::Kind;

const experiment::Input* find_input(const std::vector<experiment::Input>& inputs,
                                    const std::string& name) {
  const auto at = std::ranges::find(inputs, name, &experiment::Input::name);
  return at == inputs.end() ? nullptr : &*at;
}

// Tried before it is kept: what can't be read, or holds something else, changes nothing.
Result<void> try_argument(session::SessionEditor& e, const std::string& name,
                          const std::string& value) {
  auto given = session::experiment_as_given(e.session());
  if (!given) return given.error();
  const auto inputs = experiment::inputs_of(*given);
  const experiment::Input* input = find_input(inputs, name);
  if (input == nullptr) return bad_input(say("this kernel has no argument '{}'", name));
  const bool lesson = e.session().rung() != nullptr;
  if (lesson && input->scalar != nullptr)
    return bad_input(say("{} follows from the sliders of the lesson", name));
  if (lesson && value.starts_with('['))
    return bad_input(say("how many elements {} has follows from the sliders", name));
  if (auto set = experiment::set_input(*given, name, value); !set) return set;
  if (input->buffer == nullptr) return {};
  const experiment::BufferValue& buffer = *input->buffer;
  if (buffer.count > given->options.max_memory / experiment::size_of(buffer.type))
    return bad_input(say("{} elements do not fit into memory", buffer.count));
  if (const auto bytes = experiment::fill_bytes(buffer); !bytes) return bytes.error();
  return {};
}

void set_dropped(session::SessionEditor& e, std::optional<view::Files::Dropped> dropped) {
  view::Files files = e.state().files;
  files.dropped = std::move(dropped);
  e.set(std::move(files));
}

Result<void> set_argument(session::SessionEditor& e, const std::string& name,
                          const std::string& value) {
  if (auto tried = try_argument(e, name, value); !tried) return tried;
  set_dropped(e, std::nullopt);
  return e.experiment().set_argument(name, value);
}

Result<void> argument_row(session::SessionEditor& e, const session::Command& c) {
  const auto name = needed(c, "name");
  if (!name) return name.error();
  if (argument(c, "file")) {
    e.ask(session::DialogRequest{session::DialogRequest::For::Input, *name});
    return {};
  }
  const std::string value = argument(c, "value").value_or("");
  if (!value.empty()) return set_argument(e, *name, value);
  return e.experiment().set_argument(*name, std::nullopt);
}

Result<void> open_kernel(session::SessionEditor& e, const std::string& file) {
  auto experiment = experiment::experiment_for_file(file);
  if (!experiment) return experiment.error();
  e.experiment().open_pasted(std::move(*experiment));
  return {};
}

// The argument that is named, else the selected one, else the only one that fits.
std::string argument_meant(const session::SessionEditor& e, const session::Command& c,
                           const std::vector<std::string>& fits) {
  if (const auto named = argument(c, "argument")) return *named;
  const auto& element = e.state().cursor.selection.element;
  if (element && std::ranges::find(fits, element->array) != fits.end()) return element->array;
  return fits.size() == 1 ? fits.front() : std::string{};
}

Result<void> drop_input(session::SessionEditor& e, const session::Command& c,
                        const run::InputFile& file) {
  auto given = session::experiment_as_given(e.session());
  if (!given)
    return bad_input(tr("open a kernel first: the file is to become its input"), file.path);
  const auto fits = run::fitting_arguments(*given, file);
  if (!fits) return fits.error();
  const std::string name = argument_meant(e, c, *fits);
  if (name.empty()) {
    set_dropped(e, view::Files::Dropped{file.path, *fits});
    return {};
  }
  const auto inputs = experiment::inputs_of(*given);
  const experiment::Input* input = find_input(inputs, name);
  if (input == nullptr || input->buffer == nullptr)
    return bad_input(say("this kernel has no buffer '{}'", name));
  return set_argument(e, name, run::fill_from(file, *input->buffer));
}

// The path is kept whole, so that a session means the same file wherever it is opened.
Result<void> drop_row(session::SessionEditor& e, const session::Command& c) {
  const auto path = needed(c, "path");
  if (!path) return path.error();
  std::error_code problem;
  const std::string whole = std::filesystem::absolute(*path, problem).lexically_normal().string();
  set_dropped(e, std::nullopt);
  const auto file = run::look_at_file(whole);
  if (!file) return file.error();
  switch (file->kind) {
    case Kind::Kernel:
      return is_program(whole) ? open_path(e, whole) : open_kernel(e, whole);
    case Kind::Session:
    case Kind::SavedRun:
    case Kind::SavedProgram:
      return open_path(e, whole);
    default:
      return drop_input(e, c, *file);
  }
}

Result<void> drop_nothing(session::SessionEditor& e, const session::Command&) {
  set_dropped(e, std::nullopt);
  return {};
}

bool has_kernel(const session::Session& s) { return s.rung() != nullptr || s.pasted() != nullptr; }
bool is_dropped(const session::Session& s) { return s.state().files.dropped.has_value(); }

constexpr std::array kRows{
    CommandRow{
        "argument", mark("Argument"), "", "name=NAME [value=FILL|NUMBER] [file]",
        mark("Gives one argument another fill or value; with none, the one it was given. `file` "
             "asks for a file."),
        mark("Experiment"), has_kernel, argument_row},
    CommandRow{
        "drop", mark("Drop a file"), "", "path=FILE [argument=NAME]",
        mark("What a file does that is dragged onto the window: a table, text or picture becomes "
             "an input, a kernel, session or saved run is opened."),
        mark("File"), always, drop_row},
    CommandRow{"drop-nothing", mark("Use the file for nothing"), "", "",
               mark("Leaves a file that was dragged onto the window unused."), mark("File"),
               is_dropped, drop_nothing},
};

}  // namespace

std::span<const CommandRow> input_rows() { return kRows; }

}  // namespace lanescope::ui::commands
