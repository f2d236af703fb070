#include "lab/lesson/lesson_reader.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "lab/experiment/file.hpp"
#include "lab/lesson/agreement.hpp"
#include "lab/lesson/claim_reader.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_migration.hpp"
#include "lab/lesson/lesson_schedule.hpp"
#include "lab/lesson/lesson_sections.hpp"
#include "lab/lesson/lesson_text.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/lesson/toml_reader.hpp"

namespace lanescope::lesson {
namespace {

void read_parameter(TomlReader& in, std::vector<Parameter>* parameters) {
  const std::string name = in.text("name");
  auto known = std::ranges::find(*parameters, name, &Parameter::name);
  if (known == parameters->end()) {
    parameters->push_back({});
    known = parameters->end() - 1;
    known->name = name;
  }
  Parameter& parameter = *known;
  parameter.title = in.text("title", parameter.title.empty() ? name : parameter.title);
  parameter.unit = in.text("unit", parameter.unit);
  parameter.minimum = in.whole("minimum", parameter.minimum);
  parameter.maximum = in.whole("maximum", parameter.maximum);
  parameter.initial = in.whole("initial", parameter.initial);
  parameter.step = in.whole("step", parameter.step);
  parameter.power_of_two = in.flag("power_of_two", parameter.power_of_two);
  parameter.large = in.whole("large", parameter.large);
  if (parameter.large < 0) in.fail("`large` must be 1 or more");
  if (parameter.minimum > parameter.maximum) in.fail("`minimum` is above `maximum`");
  parameter.initial = std::clamp(parameter.initial, std::min(parameter.minimum, parameter.maximum),
                                 std::max(parameter.minimum, parameter.maximum));
  if (parameter.step < 1) in.fail("`step` must be 1 or more");
}

BufferTemplate read_buffer(TomlReader& in) {
  BufferTemplate buffer;
  buffer.name = in.text("name");
  const std::string type = in.text("type");
  if (const auto known = experiment::element_type(type)) {
    buffer.type = *known;
  } else {
    in.fail(fmt::format("`{}` is not a type of elements", type));
  }
  buffer.count = in.text("count");
  buffer.fill = in.text("fill", "zero");
  buffer.shape = in.texts("shape");
  return buffer;
}

LaunchTemplate read_launch(TomlReader& in) {
  LaunchTemplate launch;
  launch.kernel = in.text("kernel");
  launch.grid = in.texts("grid");
  launch.block = in.texts("block");
  if (launch.grid.empty() || launch.grid.size() > 3) in.fail("`grid` has one to three expressions");
  if (launch.block.empty() || launch.block.size() > 3)
    in.fail("`block` has one to three expressions");
  launch.shared = in.text("shared", "0");
  launch.arguments = in.texts("arguments");
  launch.repeat_while = in.text("repeat_while", "");
  launch.state = in.text_map("state");
  launch.update = in.text_map("update");
  launch.swap = in.pairs("swap");
  for (const auto& [name, expression] : launch.update) {
    if (!launch.state.contains(name))
      in.fail(fmt::format("`update` names `{}`, which is no state", name));
  }
  return launch;
}

GraphTemplate read_graph(TomlReader& in) {
  using Edges = GraphTemplate::Edges;
  GraphTemplate graph;
  graph.start = in.text("start");
  for (const auto& [key, edges] :
       {std::pair{"destination", Edges::Out}, {"source", Edges::In}, {"neighbour", Edges::Both}}) {
    if (!in.has(key)) continue;
    if (!graph.ends.empty()) in.fail("a graph has one of `destination`, `source`, `neighbour`");
    graph.edges = edges;
    graph.ends = in.text(key);
  }
  if (graph.ends.empty()) in.fail("a graph has `destination`, `source` or `neighbour`");
  graph.level = in.texts("level");
  graph.colour = in.texts("colour");
  graph.names = in.texts("names");
  graph.mark = in.text("mark", "");
  graph.beside = in.text("beside", "");
  graph.now = in.text("now", "");
  graph.queues = in.pairs("queues");
  return graph;
}

MatrixTemplate read_matrix(TomlReader& in) {
  MatrixTemplate matrix{in.text("row", ""), in.text("start", ""), in.text("column"),
                        in.text("value"),   in.text("x"),         in.text("y")};
  if (!matrix.row.empty() && !matrix.start.empty())
    in.fail("a matrix has a `row` of each element or a `start` of each row, not both");
  return matrix;
}

MergeTemplate read_merge(TomlReader& in) {
  MergeTemplate merge{in.text("a"),           in.text("b"),           in.text("out", ""),
                      in.text("co_rank", ""), in.text("count_a", ""), in.text("count_b", "")};
  if (merge.out.empty() == merge.co_rank.empty())
    in.fail("a merge has the merged array as `out`, or `co_rank` of each of its places");
  return merge;
}

void read_reference(TomlReader& in, Rung* rung) {
  rung->reference = in.text("name");
  rung->reference_arguments.clear();
  const std::vector<std::string> names = reference_argument_names(rung->reference);
  if (names.empty()) {
    in.fail(fmt::format("there is no reference `{}`", rung->reference));
    return;
  }
  for (const std::string& name : names) rung->reference_arguments[name] = in.text(name.c_str());
}

// What the lesson has and this rung does not use: a slider that moves nothing would be a puzzle.
void leave_out_parameters(TomlReader& in, std::vector<Parameter>* parameters) {
  for (const std::string& name : in.texts("without")) {
    if (std::erase_if(*parameters, [&](const Parameter& one) { return one.name == name; }) == 0)
      in.fail(fmt::format("there is no parameter `{}`", name));
  }
}

// The keys that stand for all rungs when they stand outside of them. A rung that has one of its own
// replaces it whole, parameters excepted: those are overridden key by key.
void read_shared_keys(TomlReader& in, Rung* rung) {
  in.each("parameter", [&](TomlReader& one) { read_parameter(one, &rung->parameters); });
  leave_out_parameters(in, &rung->parameters);
  if (in.has("buffer")) rung->buffers.clear();
  in.each("buffer", [&](TomlReader& one) { rung->buffers.push_back(read_buffer(one)); });
  if (in.has("symbol")) rung->symbols.clear();
  in.each("symbol", [&](TomlReader& one) { rung->symbols.push_back(read_buffer(one)); });
  if (in.has("launch")) rung->launches.clear();
  in.each("launch", [&](TomlReader& one) { rung->launches.push_back(read_launch(one)); });
  in.each("reference", [&](TomlReader& one) { read_reference(one, rung); });
  if (in.has("matrix")) rung->matrix.clear();
  in.each("matrix", [&](TomlReader& one) { rung->matrix.push_back(read_matrix(one)); });
  in.each("graph", [&](TomlReader& one) { rung->graph = read_graph(one); });
  in.each("merge", [&](TomlReader& one) { rung->merge = read_merge(one); });
  rung->tolerance = in.number("tolerance", rung->tolerance);
}

void read_kernel_file(TomlReader& in, const char* key, const std::filesystem::path& folder,
                      Rung* rung) {
  const std::string file = in.text(key);
  rung->file = folder / file;
  if (!file.empty() && !std::filesystem::exists(rung->file))
    in.fail(fmt::format("there is no file {}", file));
}

void read_trials(TomlReader& in, Rung* rung) {
  in.each("trial", [&](TomlReader& one) {
    rung->trials.push_back(one.whole_map("set"));
    check_values(one, *rung, rung->trials.back());
  });
}

std::vector<events::HazardKind> hazard_kinds(TomlReader& in, const char* key) {
  std::vector<events::HazardKind> kinds;
  for (const std::string& kind : in.texts(key)) {
    if (const auto known = hazard_kind(kind))
      kinds.push_back(*known);
    else
      in.fail(fmt::format("there is no kind of hazard `{}`", kind));
  }
  return kinds;
}

std::uint64_t read_max_steps(TomlReader& in) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(in.whole("max_steps", 0), 0));
}

// All but a graph's queues, which may lie in shared memory, are buffers of the rung.
void check_places(TomlReader& in, const Rung& rung, const char* key,
                  const std::vector<std::string>& places) {
  for (const std::string& place : places)
    if (!place.empty() &&
        std::ranges::find(rung.buffers, place, &BufferTemplate::name) == rung.buffers.end())
      in.fail(fmt::format("`{}` names `{}`, which is no buffer of rung `{}`", key, place, rung.id));
}

void check_pictures(TomlReader& in, const Rung& rung) {
  for (const MatrixTemplate& one : rung.matrix)
    check_places(in, rung, "matrix", {one.row, one.start, one.column, one.value, one.x, one.y});
  if (const auto& merge = rung.merge)
    check_places(in, rung, "merge", {merge->a, merge->b, merge->out, merge->co_rank});
  if (!rung.graph) return;
  const GraphTemplate& graph = *rung.graph;
  check_places(in, rung, "graph", {graph.start, graph.ends, graph.mark, graph.beside});
  check_places(in, rung, "graph", graph.level);
  check_places(in, rung, "graph", graph.colour);
}

Rung read_rung(TomlReader& in, const std::filesystem::path& folder, Rung rung) {
  rung.id = in.text("id");
  rung.title = in.text("title");
  rung.note = in.text("note", "");
  read_kernel_file(in, "file", folder, &rung);
  rung.defines = in.texts("defines");
  rung.expect = hazard_kinds(in, "expect");
  rung.may_show = hazard_kinds(in, "may_show");
  for (const std::string& name : in.texts("policies"))
    rung.policies.push_back(read_policy(in, name));
  rung.max_steps = read_max_steps(in);
  read_shared_keys(in, &rung);
  rung.quantities = in.text_map("quantity");
  in.each("roofline", [&](TomlReader& one) {
    rung.roofline = RooflineTemplate{one.text("operations"), one.text("bytes")};
  });
  read_trials(in, &rung);
  check_pictures(in, rung);
  if (rung.launches.empty()) in.fail("a rung launches at least one kernel");
  return rung;
}

// {{claim-id}} replaced, as in lesson.md.
std::string with_claims(TomlReader& in, const Lesson& lesson, const std::string& text) {
  std::map<std::string, double> values;
  for (const Claim& claim : lesson.claims) values[claim.id] = claim.value;
  auto filled = insert_claims(text, values, "", 1);
  if (filled) return std::move(*filled);
  in.fail(filled.error().message);
  return text;
}

AnswerBy answer_by(TomlReader& in) {
  const std::string by = in.text("answer_by", "choice");
  if (by == "number") return AnswerBy::Number;
  if (by == "lane") return AnswerBy::Lane;
  if (by == "warp") return AnswerBy::Warp;
  if (by == "line") return AnswerBy::Line;
  if (by == "element") return AnswerBy::Element;
  if (by == "bank") return AnswerBy::Bank;
  if (by == "sector") return AnswerBy::Sector;
  if (by != "choice")
    in.fail(
        fmt::format("`{}` is none of choice, number, lane, warp, line, element, bank, sector", by));
  return AnswerBy::Choice;
}

// Choices, and what each of the wrong ones would mean.
void read_choices(TomlReader& in, const Lesson& lesson, Question* question) {
  question->answer_by = answer_by(in);
  question->choices = in.texts("choices");
  for (const std::string& text : in.texts("misconceptions"))
    question->misconceptions.push_back(with_claims(in, lesson, text));
  const bool chosen = question->answer_by == AnswerBy::Choice;
  if (chosen && question->choices.size() < 2) in.fail("a question has at least two choices");
  if (!chosen && !question->choices.empty()) in.fail("a question with choices is answered by them");
  if (!question->misconceptions.empty() &&
      question->misconceptions.size() != question->choices.size())
    in.fail("there are as many misconceptions as choices, with \"\" for the right one");
}

Question read_question(TomlReader& in, const Lesson& lesson) {
  Question question;
  question.prompt = with_claims(in, lesson, in.text("prompt"));
  read_choices(in, lesson, &question);
  question.metric = in.text("metric", "");
  question.claim = in.text("claim", "");
  question.explanation = with_claims(in, lesson, in.text("explanation", ""));
  question.commands = in.texts("commands");
  if (question.metric.empty() == question.claim.empty())
    in.fail("a question has a `metric` or a `claim`");
  if (!question.claim.empty() && lesson.find_claim(question.claim) == nullptr) {
    in.fail(fmt::format("there is no claim `{}`", question.claim));
  }
  if (asks_for_time(question.metric))
    in.fail("a question about modelled time takes a `claim`: the run on screen need not have one");
  return question;
}

LessonStep read_step(TomlReader& in, const Lesson& lesson) {
  LessonStep step;
  step.id = in.text("id");
  step.title = in.text("title", "");
  step.rung = in.text("rung");
  step.set = in.whole_map("set");
  step.commands = in.texts("commands");
  step.panels = in.texts("panels");
  step.checks = in.texts("checks");
  step.schedule = in.text("schedule", "");
  if (!step.schedule.empty() && lesson.find_schedule(step.schedule) == nullptr)
    in.fail(fmt::format("there is no schedule `{}`", step.schedule));
  step.migration = in.text("migration", "");
  if (!step.migration.empty() && lesson.find_migration(step.migration) == nullptr)
    in.fail(fmt::format("there is no migration `{}`", step.migration));
  if (!step.migration.empty() && !step.schedule.empty())
    in.fail("a step shows a schedule or a migration, not both");
  in.each("question", [&](TomlReader& one) { step.question = read_question(one, lesson); });
  check_rung(in, lesson, step.rung, step.set);
  for (std::string& check : step.checks) {
    check = with_claims(in, lesson, check);
    const std::size_t colon = check.find(": ");
    const Claim* claim =
        colon == std::string::npos ? nullptr : lesson.find_claim(check.substr(0, colon));
    if (claim == nullptr) {
      in.fail(fmt::format("check `{}` must be `claim-id: sentence` of a claim", check));
    } else if (claim->recorded || !claim->schedule.empty() || !claim->migration.empty()) {
      in.fail(fmt::format("check `{}` must be about a run, not about what was recorded or planned",
                          check));
    } else if (claim->over || asks_for_time(claim->metric)) {
      in.fail(fmt::format("check `{}` must be about what the run on screen counts", check));
    }
  }
  return step;
}

Exercise::Goal read_goal(TomlReader& in) {
  Exercise::Goal goal{in.text("holds"), in.text("text")};
  if (goal.metric.find("@line:") != std::string::npos)
    in.fail("a goal cannot name a line: whoever solves the exercise moves it");
  return goal;
}

ToldBy told_by(TomlReader& in) {
  const std::string by = in.text("told_by", "");
  if (by == "compiler") return ToldBy::Compiler;
  if (by == "detector") return ToldBy::Detector;
  if (by == "results") return ToldBy::Results;
  if (by == "goals") return ToldBy::Goals;
  if (!by.empty()) in.fail(fmt::format("`{}` is none of compiler, detector, results, goals", by));
  return ToldBy::Anything;
}

Exercise read_exercise(TomlReader& in, const Lesson& lesson, Rung rung) {
  Exercise exercise;
  exercise.id = in.text("id", std::string(kOnlyExercise));
  exercise.title = in.text("title");
  if (const std::string id = in.text("rung", ""); !id.empty()) {
    if (const Rung* known = lesson.find_rung(id))
      rung = *known;
    else
      in.fail(fmt::format("there is no rung `{}`", id));
  }
  read_shared_keys(in, &rung);
  rung.expect.clear();
  rung.may_show.clear();
  rung.policies.clear();
  rung.max_steps = read_max_steps(in);
  rung.trials.clear();
  read_trials(in, &rung);
  exercise.told_by = told_by(in);
  if (rung.launches.empty()) in.fail("an exercise launches at least one kernel");
  if (rung.reference.empty()) in.fail("an exercise has a reference");
  const auto with_file = [&](const char* key, std::string id) {
    Rung other = rung;
    other.id = std::move(id);
    other.title = exercise.title;
    other.note.clear();
    read_kernel_file(in, key, lesson.folder, &other);
    return other;
  };
  exercise.start = with_file("file", exercise.id);
  exercise.solution = with_file("solution", exercise.id + "-solution");
  exercise.set = in.whole_map("set");
  check_values(in, exercise.start, exercise.set);
  in.each("goal", [&](TomlReader& one) { exercise.goals.push_back(read_goal(one)); });
  exercise.hints = in.texts("hints");
  return exercise;
}

template <typename T>
void check_ids(TomlReader& in, const std::vector<T>& all, std::string_view what) {
  std::set<std::string> seen;
  for (const T& one : all) {
    if (!seen.insert(one.id).second) in.fail(fmt::format("{} `{}` stands twice", what, one.id));
  }
}

// Each rung has all of the lesson's, so that they can be compared.
void check_quantities(TomlReader& in, const Lesson& lesson, const Rung& rung) {
  for (const Quantity& one : lesson.quantities) {
    if (!rung.quantities.contains(one.id))
      in.fail(fmt::format("rung `{}` has no quantity `{}`", rung.id, one.id));
  }
  for (const auto& [id, metric] : rung.quantities) {
    if (std::ranges::find(lesson.quantities, id, &Quantity::id) == lesson.quantities.end())
      in.fail(fmt::format("the lesson has no quantity `{}`", id));
  }
}

// Rungs, steps and exercises are found by their ids: as rungs, and as sections of the text.
void check_exercise_ids(TomlReader& in, const Lesson& lesson) {
  check_ids(in, lesson.exercises, "exercise");
  for (const Exercise& exercise : lesson.exercises) {
    for (const Rung& rung : lesson.rungs) {
      if (rung.id == exercise.start.id || rung.id == exercise.solution.id)
        in.fail(fmt::format("`{}` is the exercise's name", rung.id));
    }
    if (std::ranges::find(lesson.steps, exercise.id, &LessonStep::id) != lesson.steps.end())
      in.fail(fmt::format("`{}` is a step and an exercise", exercise.id));
  }
}

void read_lesson(TomlReader& in, Lesson* lesson) {
  lesson->id = in.text("id");
  lesson->order = in.whole("order", 0);
  lesson->title = in.text("title");
  lesson->summary = in.text("summary", "");
  in.each("quantity", [&](TomlReader& one) {
    lesson->quantities.push_back({one.text("id"), one.text("title")});
  });
  if (in.has("ladder")) lesson->ladder = in.texts("ladder");
  if (lesson->ladder.empty()) in.fail("`ladder` names what rungs are compared by");
  lesson->needs = in.texts("needs");
  if (lesson->id != lesson->folder.filename().string()) in.fail("`id` must be the folder's name");
  Rung shared;
  read_shared_keys(in, &shared);
  in.each("rung", [&](TomlReader& one) {
    lesson->rungs.push_back(read_rung(one, lesson->folder, shared));
  });
  in.each("trial", [&](TomlReader& one) { lesson->trials.push_back(one.whole_map("set")); });
  // Before the claims, which may be about an exercise's kernel.
  in.each("exercise", [&](TomlReader& one) {
    lesson->exercises.push_back(read_exercise(one, *lesson, shared));
  });
  in.each("schedule",
          [&](TomlReader& one) { lesson->schedules.push_back(read_schedule(one, *lesson)); });
  in.each("migration", [&](TomlReader& one) { lesson->migrations.push_back(read_migration(one)); });
  in.each("claim", [&](TomlReader& one) { lesson->claims.push_back(read_claim(one, *lesson)); });
  in.each("step", [&](TomlReader& one) { lesson->steps.push_back(read_step(one, *lesson)); });
  check_ids(in, lesson->quantities, "quantity");
  check_ids(in, lesson->rungs, "rung");
  check_ids(in, lesson->schedules, "schedule");
  check_ids(in, lesson->migrations, "migration");
  check_ids(in, lesson->claims, "claim");
  check_ids(in, lesson->steps, "step");
  check_exercise_ids(in, *lesson);
  for (const Rung& rung : lesson->rungs) check_quantities(in, *lesson, rung);
  if (lesson->rungs.empty()) in.fail("a lesson has at least one rung");
}

}  // namespace

Result<Lesson> load_lesson(const std::filesystem::path& folder) {
  Lesson lesson;
  lesson.folder = folder;
  const std::string file = (folder / "lesson.toml").string();
  const Result<std::string> text = experiment::read_text(file);
  if (!text) return text.error();
  std::optional<Error> error;
  try {
    const toml::table table = toml::parse(*text, file);
    TomlReader reader(table, file, &error);
    read_lesson(reader, &lesson);
  } catch (const toml::parse_error& wrong) {
    return bad_input(
        std::string(wrong.description()),
        fmt::format("{}:{}:{}", file, wrong.source().begin.line, wrong.source().begin.column));
  }
  if (error) return *error;
  if (Result<void> added = read_sections(&lesson, (folder / "lesson.md").string()); !added)
    return added.error();
  return lesson;
}

Result<std::vector<Lesson>> load_lessons(const std::filesystem::path& root,
                                         std::vector<BrokenLesson>* broken) {
  std::vector<Lesson> lessons;
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(root, problem)) {
    if (!std::filesystem::exists(entry.path() / "lesson.toml")) continue;
    Result<Lesson> lesson = load_lesson(entry.path());
    if (lesson) {
      lessons.push_back(std::move(*lesson));
      continue;
    }
    const std::string id = entry.path().filename().string();
    Error error = lesson.error();
    error.message = fmt::format("lesson `{}` cannot be read: {}", id, error.message);
    if (broken == nullptr) return error;
    broken->push_back({id, std::move(error)});
  }
  if (broken != nullptr) std::ranges::sort(*broken, {}, &BrokenLesson::id);
  if (problem) return bad_input("the lessons cannot be read: " + problem.message(), root.string());
  std::ranges::sort(lessons, {}, [](const Lesson& l) { return std::pair(l.order, l.id); });
  return lessons;
}

}  // namespace lanescope::lesson
