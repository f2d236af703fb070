#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/engine/plan.hpp"
#include "sim/events/hazard.hpp"
#include "sim/schedule/migration.hpp"
#include "sim/schedule/schedule.hpp"

namespace lanescope::lesson {

// A lesson is a folder under kernels/: lesson.toml (rungs, parameters, steps, claims), lesson.md
// (the text of the steps) and the rungs' .cu files. kernels/README.md documents the format.

// A slider. Values of an exponential slider are powers of two.
struct Parameter {
  std::string name;   // "block", "n", "stride"
  std::string title;  // "Block size"
  std::string unit;   // "threads"
  std::int64_t minimum = 1, maximum = 1, initial = 1, step = 1;
  bool power_of_two = false;
  std::int64_t large = 0;  // with which the rung fills a GPU, beyond the slider's range; 0: none
};
using ParameterValues = std::map<std::string, std::int64_t>;

// Expressions over parameters, e.g. "ceil(n / (2 * block))": + - * / % ( ) comparisons, ceil,
// floor, min, max, log2; numbers. `/` is exact; ceil and floor round.
struct LaunchTemplate {
  std::string kernel;
  std::vector<std::string> grid, block;  // 1 to 3 expressions each
  std::string shared = "0";
  std::vector<std::string> arguments;  // a buffer, "label:type=expression", "label:texture=…"
  // Repetition (a reduction launched again on its own output): while `repeat_while` is not 0, then
  // `update` the variables (all at once) and swap the buffers. Empty: once.
  std::string repeat_while;
  std::map<std::string, std::string> state;  // variables and their first values
  std::map<std::string, std::string> update;
  std::vector<std::pair<std::string, std::string>> swap;
};
struct BufferTemplate {
  std::string name;
  experiment::ElementType type = experiment::ElementType::F32;
  std::string count;               // expression
  std::string fill;                // may hold expressions in braces: "const:{n}"
  std::vector<std::string> shape;  // expressions, for Arrays: {"rows", "columns"}; empty: strip
};

// A graph that the buffers of a rung are, for the Graph panel. Buffers are named by their places,
// as in the arguments of a launch; shared arrays by the source's names.
struct GraphTemplate {
  enum class Edges : std::uint8_t { Out, In, Both };
  Edges edges = Edges::Out;         // told by the key: destination, source, neighbour
  std::string start;                // where the edges of each vertex begin, and where all end
  std::string ends;                 // the vertex at the other end of each edge
  std::vector<std::string> level;   // distances; below 0: not reached. The first that knows one
  std::vector<std::string> colour;  // from 1; 0: none yet. The first that knows one
  std::vector<std::string> names;   // of the colours, from 0 on; empty: numbers
  std::string mark;                 // not 0: taken
  std::string beside;               // a number written beside each vertex: its priority
  std::string now;                  // the level that a launch goes out from, over its numbers
  // Arrays that hold vertices, and how many: an expression over the launch's numbers, an array's
  // element as in "sizes[level + 1]", or a shared variable.
  std::vector<std::pair<std::string, std::string>> queues;
};

// A sparse matrix that buffers of a rung are, for the Matrix panel, by their places: each element's
// column and value, and its row (COO), or where the rows begin (CSR), or neither: as many slots for
// each row, stored slot by slot (ELL). Several together are one matrix (HYB).
struct MatrixTemplate {
  std::string row, start, column, value;
  std::string x, y;  // what the matrix is multiplied by, and the product
};

// Two sorted buffers of a rung that its kernel merges, for the Merge panel, by their places: what
// they become, or an array that holds, for each place of the result, how many elements before it
// are of `a`. Of buffers that are longer than the sequences, expressions over the launch's numbers
// say how many elements there are.
struct MergeTemplate {
  std::string a, b;
  std::string out, co_rank;      // one of them
  std::string count_a, count_b;  // empty: the whole buffer
};

// Of a run, by the values of its parameters: what a roofline needs where the model does not run,
// at the sizes that fill a GPU. Expressions over parameters, which `check` compares with the
// model's counts at sizes that it runs.
struct RooflineTemplate {
  std::string operations;  // as run::Arithmetic counts them, of both widths
  std::string bytes;       // 32 for each sector of global memory
};

struct Rung {
  std::string id;  // "interleaved-modulo"
  std::string title;
  std::string note;  // one sentence: what this rung changes
  std::filesystem::path file;
  std::vector<std::string> defines;
  std::vector<Parameter> parameters;  // of the lesson, with the rung's overrides
  std::vector<BufferTemplate> buffers;
  std::vector<BufferTemplate> symbols;  // __constant__ and __device__ variables of the file
  std::vector<LaunchTemplate> launches;
  std::optional<GraphTemplate> graph;
  std::vector<MatrixTemplate> matrix;
  std::optional<MergeTemplate> merge;
  std::optional<RooflineTemplate> roofline;
  // Of each of the lesson's quantities, by its id: a metric, in which parameters may stand, too.
  std::map<std::string, std::string> quantities;
  // The plain host computation it must agree with (lab/references): "sum", with its
  // buffers.
  std::string reference;
  std::map<std::string, std::string> reference_arguments;
  double tolerance = 0.0;  // relative; 0: exact
  // A rung that shows a mistake: the kinds of errors that every run of it has. Others have none.
  std::vector<events::HazardKind> expect;
  // Errors that an order of warps may bring, and another one not.
  std::vector<events::HazardKind> may_show;
  std::vector<engine::Policy> policies;  // under which it ends; empty: under all
  std::uint64_t max_steps = 0;           // where a run that does not end is stopped; 0: as usual
  std::vector<ParameterValues> trials;   // in the place of the lesson's; empty: the lesson's
};

// A number of the run named by a path, as in the JSON report: "shared.load.bank_conflicts",
// "divergent_branches", "simt_efficiency", "occupancy.theoretical", "launches", optionally with
// "@line:17" (of the rung's file) or "@phase:3" or "@launch:0"; "buffer.out[0]", "sum.out",
// "printed.lines"; arithmetic over such paths is allowed. "hazards.race" is how often it happened;
// a claim about hazards may be about a run that did not finish.
//
// Or a number that was recorded on a GPU (`recorded`, without a metric), which says nothing of the
// model's run: how many times as fast `rung` is as another one, by the medians of their times, or
// its time itself, or what the GPU reaches at most.
//
// Or a number of a schedule of the lesson (`schedule`): its metric is an expression of
// lesson_schedule.hpp.
//
// Or a number of a migration of the lesson (`migration`), with the pages that a run of `rung`
// touches: its metric is an expression of lesson_migration.hpp.
struct Claim {
  struct Recorded {
    std::string over;       // a rung; empty: the time of `rung` in microseconds
    bool at_large = false;  // both with the values that fill a GPU; else the initial ones and `set`
    std::string peaks;      // in place of times: an expression over RecordedNumbers::peaks
    // In place of the time: an expression over these peaks and what `rung` does by its
    // RooflineTemplate: `gflops` (10^9 operations a second), `gbps` (10^9 bytes a second) and
    // `intensity` (operations a byte).
    std::string rate;
    // In place of `rung`: a library's call, "cublasSgemm", with sizes as in `set`. `over` is then
    // LESSON/RUNG of any lesson, recorded with just the values of `set`.
    std::string library = {};
  };
  // Another run by the same policy, by whose metric that of `rung` is divided into: of times, how
  // many times as fast `rung` is.
  struct Over {
    std::string rung;
    ParameterValues set;
  };
  std::string id;
  std::string rung;
  ParameterValues set;  // others: initial values
  engine::Policy policy = engine::Policy::Its;
  std::string metric;
  double value = 0.0;
  double tolerance = 0.0;  // absolute
  std::string source;      // where the number comes from
  std::optional<Over> over;
  std::optional<Recorded> recorded;
  std::string schedule;   // a schedule's id; empty: it is about none
  std::string migration;  // likewise

  // Whether it tells times, of which a question must not tell the answer before.
  [[nodiscard]] bool tells_times() const { return recorded && recorded->peaks.empty(); }
};

// What an answer is given by: one of the choices, a number that is typed, or a click on a lane, a
// warp, a line of the source, an element of an array, whose number it then is; or on a word of
// shared memory or a byte of a buffer, of which the bank or the sector counts (of a buffer, from
// its beginning).
enum class AnswerBy : std::uint8_t { Choice, Number, Lane, Warp, Line, Element, Bank, Sector };

struct Question {
  std::string prompt;
  AnswerBy answer_by = AnswerBy::Choice;
  std::vector<std::string> choices;  // none unless they are what it is answered by
  // What whoever takes a choice would have to believe: as many as there are choices, empty for the
  // right one; or none at all.
  std::vector<std::string> misconceptions;
  std::string metric;       // the answer: computed from the run; must equal one choice
  std::string claim;        // or a claim's id
  std::string explanation;  // shown after the reveal
  // What the reveal plays, e.g. "step-forward"; without them it plays the step on screen.
  std::vector<std::string> commands;
};

// What a program gives to a GPU, in units of time, for the Program panel: when each copy and kernel
// begins follows from it (sim/schedule).
struct LessonSchedule {
  std::string id, title;
  schedule::Program program;
  schedule::Machine machine;
};

// Who touches which pages of managed memory in which order, for the Program panel: which of them
// move follows from it, and from what the launches of a run touch (sim/schedule/migration.hpp).
struct LessonMigration {
  struct Step {
    schedule::PageStep::Kind kind = schedule::PageStep::Kind::Touch;
    schedule::Side side = schedule::Side::Host;
    // What these launches touch, from the first to the last, whoever does it; or buffers, of which
    // Touch writes or reads the elements from `from` up to `to`: expressions over `count`.
    std::optional<std::pair<std::size_t, std::size_t>> launches;
    std::vector<std::string> buffers;
    bool writes = false;
    std::string from = "0", to = "count";
  };
  std::string id, title;
  std::uint64_t page_bytes = 4096;
  std::vector<std::string> buffers;  // that are managed, as they are drawn; empty: all
  std::vector<Step> steps;
};

struct LessonStep {
  std::string id, title;
  std::string text;  // Markdown; {{claim-id}} becomes the claim's number
  std::string rung;
  ParameterValues set;
  std::vector<std::string> commands;  // "goto phase=3", as in --do
  std::vector<std::string> panels;    // the panels this step is about, first first
  std::string schedule;               // that Program shows; empty: none
  std::string migration;              // likewise, of the run on screen
  std::optional<Question> question;
  std::vector<std::string> checks;  // sentences ticked when their claim holds: "claim-id: sentence"
};

// What tells that an exercise's kernel is wrong as given.
enum class ToldBy : std::uint8_t { Anything, Compiler, Detector, Results, Goals };

// A task at the end of a lesson: a kernel with a gap. It is solved when it compiles, runs without
// errors (races are errors) and agrees with the reference at `set` and at the trials, in several
// orders of its warps and blocks, and reaches the goals.
struct Exercise {
  std::string id;  // `exercise` where the lesson says nothing
  std::string title;
  std::string text;      // Markdown: the section of lesson.md with this id
  Rung start, solution;  // alike but for the file; `trials`: in the place of the lesson's
  ParameterValues set;   // others: initial values
  ToldBy told_by = ToldBy::Anything;
  struct Goal {
    std::string metric;  // of the run with `set`; reached when it is not 0: "barriers == 8"
    std::string text;    // the sentence that is ticked
  };
  std::vector<Goal> goals;
  std::vector<std::string> hints;  // shown one after the other, each tells more
};

// What rungs are compared by beside the counters that all runs have.
struct Quantity {
  std::string id, title;  // "work", "Additions"
};

struct Lesson {
  std::string id, title, summary;
  std::string introduction;        // Markdown, before the first step
  std::string teaching;            // Markdown, for whoever teaches it: the section `teaching`
  std::int64_t order = 0;          // place in the course
  std::vector<std::string> needs;  // ids of lessons that should be known
  // What its rungs are compared by on the ladder, one or more: a counter of the report,
  // "global.load.sectors", or "occupancy", "simt_efficiency", "launches", or a quantity.
  std::vector<std::string> ladder{"warp_instructions"};
  std::vector<Quantity> quantities;
  std::vector<Rung> rungs;
  // Sizes, ragged ones included, at which the tests compare every rung with its reference; a rung
  // takes the parameters that it has.
  std::vector<ParameterValues> trials;
  std::vector<LessonSchedule> schedules;
  std::vector<LessonMigration> migrations;
  std::vector<Claim> claims;
  std::vector<LessonStep> steps;
  std::vector<Exercise> exercises;  // in the order in which they are shown, behind the last step
  std::filesystem::path folder;

  // The kernel of an exercise is found as the rung `ID`, its solution as `ID-solution`.
  [[nodiscard]] const Rung* find_rung(std::string_view id) const;
  [[nodiscard]] const Exercise* find_exercise(std::string_view id) const;
  [[nodiscard]] const Claim* find_claim(std::string_view id) const;
  [[nodiscard]] const LessonSchedule* find_schedule(std::string_view id) const;
  [[nodiscard]] const LessonMigration* find_migration(std::string_view id) const;
};

// The exercise that is called nothing else.
inline constexpr std::string_view kOnlyExercise = "exercise";

}  // namespace lanescope::lesson
