#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "lab/experiment/experiment_json.hpp"
#include "ui/session/saved_session.hpp"
#include "ui/view/heat_choice.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;

json place_json(const view::RelativeMoment& place) {
  return {{"launch", place.launch},
          {"phase", place.phase},
          {"in_phase", place.in_phase},
          {"overall", place.overall},
          {"has_phase", place.has_phase}};
}

// Members that are missing keep what they are by default; those of a wrong kind are an error.
class Reader {
 public:
  explicit Reader(const json& in) : in_(in) {}

  void text(const char* key, std::string& out) {
    if (const json* found = find(key, &json::is_string)) out = found->get<std::string>();
  }
  void flag(const char* key, bool& out) {
    if (const json* found = find(key, &json::is_boolean)) out = found->get<bool>();
  }
  template <typename T>
  void whole(const char* key, T& out) {
    if (const json* found = find(key, &json::is_number_integer)) out = found->get<T>();
  }
  void real(const char* key, double& out, double least, double most) {
    const json* found = find(key, &json::is_number);
    if (found == nullptr) return;
    const double value = found->get<double>();
    if (std::isfinite(value)) out = std::clamp(value, least, most);
  }
  // One of the first `count` values of an enumeration.
  template <typename T>
  void choice(const char* key, T& out, std::uint64_t count) {
    const json* found = find(key, &json::is_number_unsigned);
    if (found == nullptr) return;
    if (found->get<std::uint64_t>() < count)
      out = static_cast<T>(found->get<std::uint64_t>());
    else
      fail(key);
  }
  [[nodiscard]] const json& part(const char* key, bool (json::*kind)() const noexcept) {
    static const json kNone;
    const json* found = find(key, kind);
    return found == nullptr ? kNone : *found;
  }
  void fail(const std::string& key) {
    if (why_.empty()) why_ = say("'{}' is not as it should be", key);
  }
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  [[nodiscard]] const json* find(const char* key, bool (json::*kind)() const noexcept) {
    const auto found = in_.is_object() ? in_.find(key) : in_.end();
    if (found == in_.end()) return nullptr;
    if (((*found).*kind)()) return &*found;
    fail(key);
    return nullptr;
  }
  const json& in_;
  std::string why_;
};

// A counter's name; files of before have the number of a usual one.
void read_heat(const json& in, Reader& reader, std::string& heat) {
  if (in.is_object() && in.contains("heat") && in["heat"].is_string()) {
    const auto text = in["heat"].get<std::string>();
    const auto named = text.empty() ? text : view::heat_named(text);
    if (!named) return reader.fail("heat");
    heat = *named;
    return;
  }
  std::size_t usual = view::kUsualHeats.size();
  reader.choice("heat", usual, view::kUsualHeats.size());
  if (usual < view::kUsualHeats.size()) heat = view::kUsualHeats.at(usual).counter;
}

view::RelativeMoment read_place(const json& in, std::string& why) {
  view::RelativeMoment place;
  Reader reader(in);
  reader.whole("launch", place.launch);
  reader.whole("phase", place.phase);
  reader.real("in_phase", place.in_phase, 0.0, 1.0);
  reader.real("overall", place.overall, 0.0, 1.0);
  reader.flag("has_phase", place.has_phase);
  if (why.empty()) why = reader.why();
  return place;
}

json marks_json(const view::Marks& marks) {
  json breakpoints = json::array(), bookmarks = json::array();
  for (const view::Breakpoint& point : marks.breakpoints)
    breakpoints.push_back({{"line", point.line}, {"if", point.condition}});
  for (const view::Bookmark& mark : marks.bookmarks)
    bookmarks.push_back({{"place", place_json(mark.place)}, {"note", mark.note}});
  return {{"breakpoints", std::move(breakpoints)},
          {"bookmarks", std::move(bookmarks)},
          {"watches", marks.watches}};
}

json experiment_part(const SavedExperiment& saved) {
  const view::ChosenExperiment& e = saved.chosen;
  json out = {{"lesson", e.lesson},
              {"rung", e.rung},
              {"step", e.lesson_step},
              {"parameters", e.values},
              {"arch", e.machine.arch},
              {"policy", static_cast<unsigned>(e.machine.policy)},
              {"order", static_cast<unsigned>(e.machine.order)},
              {"warp_size", e.machine.warp_size},
              {"machine_code", e.machine.machine_code},
              {"input", e.input},
              {"arguments", e.arguments},
              {"edits", e.edits},
              {"block", e.window.first.value},
              {"blocks", e.window.count},
              {"marks", marks_json(saved.marks)}};
  if (e.pasted != nullptr) out["pasted"] = json::parse(experiment::experiment_json(*e.pasted));
  return out;
}

void read_marks(const json& in, view::Marks& marks, std::string& why) {
  Reader reader(in);
  for (const json& item : reader.part("breakpoints", &json::is_array)) {
    Reader point(item);
    point.whole("line", marks.breakpoints.emplace_back().line);
    point.text("if", marks.breakpoints.back().condition);
    if (why.empty()) why = point.why();
  }
  for (const json& item : reader.part("bookmarks", &json::is_array)) {
    Reader mark(item);
    marks.bookmarks.emplace_back().place = read_place(mark.part("place", &json::is_object), why);
    mark.text("note", marks.bookmarks.back().note);
    if (why.empty()) why = mark.why();
  }
  for (const json& item : reader.part("watches", &json::is_array)) {
    if (item.is_string())
      marks.watches.push_back(item.get<std::string>());
    else
      reader.fail("watches");
  }
  if (why.empty()) why = reader.why();
}

template <typename T>
void read_map(const json& in, std::map<std::string, T>& out, Reader& reader, const char* key) {
  for (const auto& [name, value] : in.items()) {
    const bool right =
        std::is_same_v<T, std::string> ? value.is_string() : value.is_number_integer();
    if (right)
      out[name] = value.template get<T>();
    else
      reader.fail(key);
  }
}

json exercises_json(const view::ExerciseMarks& marks) {
  json out = json::object();
  for (const auto& [lesson, mark] : marks)
    out[lesson] = {{"solved", mark.solved}, {"solution_seen", mark.solution_seen}};
  return out;
}

void read_exercises(const json& in, view::ExerciseMarks& out, std::string& why) {
  for (const auto& [lesson, marks] : in.items()) {
    Reader mark(marks);
    mark.flag("solved", out[lesson].solved);
    mark.flag("solution_seen", out[lesson].solution_seen);
    if (why.empty()) why = mark.why();
  }
}

void read_machine(Reader& reader, view::Machine& machine) {
  reader.text("arch", machine.arch);
  reader.choice("policy", machine.policy, 3);
  reader.choice("order", machine.order, 2);
  reader.whole("warp_size", machine.warp_size);
  reader.flag("machine_code", machine.machine_code);
  constexpr std::array kSizes{4, 8, 16, 32, 64};
  if (std::find(kSizes.begin(), kSizes.end(), machine.warp_size) == kSizes.end())
    reader.fail("warp_size");
}

void read_pasted(Reader& reader, view::ChosenExperiment& e, std::string& why) {
  const json& pasted = reader.part("pasted", &json::is_object);
  if (!pasted.is_object()) return;
  auto experiment = experiment::read_experiment_json(pasted.dump());
  if (experiment)
    e.pasted = std::make_shared<const experiment::Experiment>(std::move(*experiment));
  else if (why.empty())
    why = experiment.error().message;
}

SavedExperiment read_experiment(const json& in, std::string& why) {
  SavedExperiment saved;
  view::ChosenExperiment& e = saved.chosen;
  Reader reader(in);
  reader.text("lesson", e.lesson);
  reader.text("rung", e.rung);
  reader.whole("step", e.lesson_step);
  read_map(reader.part("parameters", &json::is_object), e.values, reader, "parameters");
  read_machine(reader, e.machine);
  reader.text("input", e.input);
  read_map(reader.part("arguments", &json::is_object), e.arguments, reader, "arguments");
  read_map(reader.part("edits", &json::is_object), e.edits, reader, "edits");
  reader.whole("block", e.window.first.value);
  reader.whole("blocks", e.window.count);
  if (e.window.count < 1 || e.window.count > view::kMostRecordedBlocks) reader.fail("blocks");
  read_marks(reader.part("marks", &json::is_object), saved.marks, why);
  read_pasted(reader, e, why);
  if (why.empty()) why = reader.why();
  if (why.empty() && e.pasted == nullptr && e.lesson.empty()) why = tr("it names no kernel");
  return saved;
}

json view_part(const SavedSession& saved) {
  const view::Appearance& look = saved.appearance;
  return {{"theme", static_cast<unsigned>(look.theme)},
          {"depth", static_cast<unsigned>(look.depth)},
          {"step_unit", static_cast<unsigned>(saved.pace.step_unit)},
          {"heat", look.heat},
          {"steps_per_second", saved.pace.steps_per_second},
          {"phase_view", look.phase_view},
          {"flow_view", static_cast<unsigned>(look.flow_view)},
          {"grid_view", look.grid_view},
          {"array", look.array},
          {"register", look.shown_register},
          {"panel", saved.panel}};
}

void read_view(const json& in, SavedSession& saved, std::string& why) {
  view::Appearance& look = saved.appearance;
  Reader view(in);
  view.choice("theme", look.theme, 2);
  view.choice("depth", look.depth, 2);
  view.choice("step_unit", saved.pace.step_unit, 4);
  read_heat(in, view, look.heat);
  view.real("steps_per_second", saved.pace.steps_per_second, 0.1, 100'000.0);
  view.flag("phase_view", look.phase_view);
  view.choice("flow_view", look.flow_view, 3);
  view.flag("grid_view", look.grid_view);
  view.text("array", look.array);
  view.text("register", look.shown_register);
  view.text("panel", saved.panel);
  if (why.empty()) why = view.why();
}

void read_program(const json& in, view::EditedProgram& program, std::string& why) {
  Reader reader(in);
  reader.text("file", program.file);
  reader.text("arguments", program.arguments);
  reader.text("text", program.text);
  if (why.empty()) why = reader.why();
}

}  // namespace

std::string session_text(const SavedSession& saved) {
  json out = {{"lanescope_session", kVersion},
              {"experiment", experiment_part(saved.experiment)},
              {"place", place_json(saved.place)},
              {"exercises", exercises_json(saved.exercises)},
              {"view", view_part(saved)}};
  if (const view::EditedProgram& program = saved.program; !program.file.empty())
    out["program"] = {
        {"file", program.file}, {"arguments", program.arguments}, {"text", program.text}};
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<SavedSession> read_session(std::string_view text, const std::string& name) {
  const json in = json::parse(text, nullptr, false);
  if (in.is_discarded())
    return bad_input(tr("the session file is damaged: it is cut off or no JSON text"), name);
  const auto version = in.is_object() ? in.find("lanescope_session") : in.end();
  if (version == in.end() || !version->is_number_integer())
    return bad_input(tr("this is not a Lanescope session"), name);
  if (version->get<int>() > kVersion)
    return bad_input(tr("the session was saved by a newer Lanescope"), name);
  SavedSession saved;
  std::string why;
  Reader top(in);
  saved.experiment = read_experiment(top.part("experiment", &json::is_object), why);
  saved.place = read_place(top.part("place", &json::is_object), why);
  read_exercises(top.part("exercises", &json::is_object), saved.exercises, why);
  read_view(top.part("view", &json::is_object), saved, why);
  read_program(top.part("program", &json::is_object), saved.program, why);
  if (why.empty()) why = top.why();
  if (!why.empty()) return bad_input(say("the session file is damaged: {}", why), name);
  return saved;
}

}  // namespace lanescope::ui::session
