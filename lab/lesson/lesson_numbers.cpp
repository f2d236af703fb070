#include "lab/lesson/lesson_numbers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/file.hpp"
#include "lab/experiment/fill.hpp"
#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/lesson_sections.hpp"
#include "lab/lesson/lesson_text.hpp"

namespace lanescope::lesson {
namespace {

// A number after one of these words says which one is meant.
constexpr std::array<std::string_view, 12> kWhich{"line",  "lane",  "warp",   "thread",
                                                  "block", "bank",  "word",   "phase",
                                                  "step",  "level", "launch", "rung"};
// Of the machine: bytes of a word; lanes, banks, bytes of a sector; bytes of a line; an SM's warps,
// blocks, registers, KiB of shared memory (sm_90); values of a byte. None and one are always right.
constexpr std::array kOfTheMachine{0.0, 1.0, 4.0, 32.0, 64.0, 128.0, 228.0, 256.0, 65536.0};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Blanks in place of what is no text: code, claims, ids of sections.
std::string without_code(std::string_view text) {
  std::string out(text);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMarks{
      {{"```", "```"}, {"`", "`"}, {"{{", "}}"}, {"{#", "}"}}};
  for (const auto& [open, close] : kMarks) {
    for (std::size_t at = out.find(open); at != std::string::npos; at = out.find(open, at)) {
      std::size_t end = out.find(close, at + open.size());
      end = end == std::string::npos ? out.size() : end + close.size();
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(at),
                out.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    }
  }
  return out;
}

// "12", "1,024", "0.75", from `at` on.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  const auto digits = [&](std::size_t from) {
    while (from < text.size() && is_digit(text[from])) ++from;
    return from;
  };
  std::size_t end = digits(at);
  while (end - at <= 15 && end < text.size() && text[end] == ',' && digits(end + 1) == end + 4)
    end += 4;
  if (end < text.size() && text[end] == '.' && digits(end + 1) > end + 1) end = digits(end + 1);
  return end;
}

bool says_which(std::string_view before) {
  if (before.ends_with('[')) return true;
  if (!before.ends_with(' ')) return false;
  before.remove_suffix(1);
  std::string word;
  for (std::size_t i = before.size(); i > 0 && is_of_name(before[i - 1]); --i)
    word.insert(word.begin(), static_cast<char>(std::tolower(before[i - 1])));
  return std::ranges::find(kWhich, word) != kWhich.end();
}

void add_numbers(std::string_view text, std::set<double>* known) {
  for (const WrittenNumber& number : numbers_in(text)) known->insert(number.value);
}

void add_size(const Dim3& size, std::set<double>* known) {
  for (const double side : {static_cast<double>(size.x), static_cast<double>(size.y),
                            static_cast<double>(size.z), static_cast<double>(size.count())})
    known->insert(side);
}

// The first elements of a buffer as it is filled: a text may name them.
void add_elements(const experiment::BufferValue& buffer, std::set<double>* known) {
  constexpr std::uint64_t kFirst = 32;
  experiment::BufferValue few = buffer;
  few.count = std::min(few.count, kFirst);
  if (!few.fill.holds_data()) return;
  const auto bytes = experiment::fill_bytes(few);
  if (!bytes) return;
  const std::size_t size = experiment::size_of(few.type);
  for (std::size_t at = 0; at + size <= bytes->size(); at += size)
    known->insert(experiment::element_value(few.type, bytes->data() + at));
}

// What can be known of a rung with these values before it runs.
std::set<double> given(const Rung& rung, const ParameterValues& set) {
  std::set<double> known(kOfTheMachine.begin(), kOfTheMachine.end());
  ParameterValues values = initial_values(rung);
  for (const auto& [name, value] : set) values[name] = value;
  for (const auto& [name, value] : values) known.insert(static_cast<double>(value));
  if (const auto source = experiment::read_text(rung.file)) {
    std::string code = *source;
    std::ranges::replace_if(code, [](char c) { return !is_digit(c) && c != '.'; }, ' ');
    add_numbers(code, &known);
  }
  const auto experiment = make_experiment(rung, values);
  if (!experiment) return known;
  for (const auto& [name, buffer] : experiment->buffers) {
    known.insert(static_cast<double>(buffer.count));
    add_elements(buffer, &known);
  }
  for (const auto& symbol : experiment->symbols) add_elements(symbol.value, &known);
  for (const experiment::LaunchSpec& launch : experiment->launches) {
    add_size(launch.grid, &known);
    add_size(launch.block, &known);
    const auto threads = static_cast<double>(launch.block.count());
    const double warps = std::ceil(threads / experiment->options.warp_size);
    const auto blocks = static_cast<double>(launch.grid.count());
    for (const double value : {warps, warps * blocks, threads * blocks,
                               static_cast<double>(launch.dynamic_shared_bytes)})
      known.insert(value);
  }
  return known;
}

class NumberCheck {
 public:
  explicit NumberCheck(const Lesson& lesson) : lesson_(lesson) {}

  // `known`: what else may stand there.
  void text(const std::string& where, std::string_view words, const std::set<double>& known) {
    for (const WrittenNumber& number : numbers_in(words)) {
      if (known.contains(number.value)) continue;
      ClaimVerdict verdict{lesson_.id, "numbers of " + where, 0.0, number.value, false, {}};
      verdict.problem = fmt::format("no claim covers {} in `{}`", number.text, shortened(words));
      verdicts_.push_back(std::move(verdict));
      return;
    }
  }
  [[nodiscard]] std::vector<ClaimVerdict> take() { return std::move(verdicts_); }

 private:
  static std::string shortened(std::string_view words) {
    constexpr std::size_t kShown = 70;
    return words.size() <= kShown ? std::string(words) : std::string(words.substr(0, kShown)) + "…";
  }

  const Lesson& lesson_;
  std::vector<ClaimVerdict> verdicts_;
};

std::string_view text_of(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  const auto* text = node == nullptr ? nullptr : node->as_string();
  return text == nullptr ? std::string_view{} : std::string_view(text->get());
}

template <typename Visit>
void each_table(const toml::table& in, std::string_view key, Visit visit) {
  const toml::node* node = in.get(key);
  if (node == nullptr) return;
  if (const toml::table* one = node->as_table()) visit(*one);
  const toml::array* many = node->as_array();
  if (many == nullptr) return;
  for (const toml::node& entry : *many) {
    if (const toml::table* one = entry.as_table()) visit(*one);
  }
}

// A misconception speaks of the choices, and of what is known of the step.
void check_misconceptions(const std::string& step, const toml::table& question,
                          std::set<double> known, NumberCheck* check) {
  if (const toml::array* choices = question["choices"].as_array())
    for (const toml::node& choice : *choices) add_numbers(choice.value_or(std::string{}), &known);
  if (const toml::array* all = question["misconceptions"].as_array())
    for (const toml::node& one : *all)
      check->text("a misconception of " + step, one.value_or(std::string{}), known);
}

void check_step(const Lesson& lesson, const LessonStep& step, const toml::table& raw,
                NumberCheck* check) {
  const Rung* rung = lesson.find_rung(step.rung);
  const std::set<double> known = rung == nullptr ? std::set<double>{} : given(*rung, step.set);
  check->text("step " + step.id, text_of(raw, "title"), known);
  if (const toml::array* checks = raw["checks"].as_array()) {
    for (const toml::node& entry : *checks) {
      const std::string line = entry.value_or(std::string{});
      const std::size_t colon = line.find(": ");
      const Claim* claim = lesson.find_claim(line.substr(0, colon));
      // A check speaks of its claim's run, and may tell what it found.
      std::set<double> told = known;
      if (claim != nullptr) told.insert(claim->value);
      const Rung* of = claim == nullptr ? nullptr : lesson.find_rung(claim->rung);
      if (of != nullptr) told.merge(given(*of, claim->set));
      check->text("a check of " + step.id, std::string_view(line).substr(colon + 1), told);
    }
  }
  each_table(raw, "question", [&](const toml::table& question) {
    std::set<double> asked = known;
    const Claim* claim = lesson.find_claim(text_of(question, "claim"));
    const Rung* of = claim == nullptr ? nullptr : lesson.find_rung(claim->rung);
    if (of != nullptr) asked.merge(given(*of, claim->set));
    if (claim != nullptr) asked.insert(claim->value);
    check->text("the question of " + step.id, text_of(question, "prompt"), asked);
    check->text("the answer of " + step.id, text_of(question, "explanation"), asked);
    check_misconceptions(step.id, question, std::move(asked), check);
  });
}

void check_toml(const Lesson& lesson, const toml::table& raw, NumberCheck* check) {
  const std::set<double> machine(kOfTheMachine.begin(), kOfTheMachine.end());
  for (const char* key : {"title", "summary"}) check->text(key, text_of(raw, key), machine);
  for (const Rung& rung : lesson.rungs) {
    const std::set<double> known = given(rung, {});
    check->text("rung " + rung.id, rung.title, known);
    check->text("rung " + rung.id, rung.note, known);
  }
  std::size_t at = 0;
  each_table(raw, "step", [&](const toml::table& one) {
    if (at < lesson.steps.size()) check_step(lesson, lesson.steps[at], one, check);
    ++at;
  });
  at = 0;
  each_table(raw, "exercise", [&](const toml::table& exercise) {
    if (at >= lesson.exercises.size()) return;
    const Exercise& read = lesson.exercises[at++];
    const std::set<double> known = given(read.start, read.set);
    check->text("exercise " + read.id, text_of(exercise, "title"), known);
    for (const std::string& hint : read.hints) check->text("a hint of " + read.id, hint, known);
    each_table(exercise, "goal", [&](const toml::table& goal) {
      // The text says in words what `holds` says in numbers.
      std::set<double> told = known;
      add_numbers(text_of(goal, "holds"), &told);
      check->text("a goal", text_of(goal, "text"), told);
    });
  });
}

}  // namespace

std::vector<WrittenNumber> numbers_in(std::string_view words) {
  const std::string text = without_code(words);
  std::vector<WrittenNumber> numbers;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at])) continue;
    const std::size_t begin = at, end = end_of_number(text, at);
    at = end;
    if (begin > 0 && is_of_name(text[begin - 1])) continue;
    if (end < text.size() && is_of_name(text[end])) continue;
    if (says_which(std::string_view(text).substr(0, begin))) continue;
    WrittenNumber number{text.substr(begin, end - begin), 0.0};
    std::string plain = number.text;
    std::erase(plain, ',');
    (void)std::from_chars(plain.data(), plain.data() + plain.size(), number.value);
    numbers.push_back(std::move(number));
  }
  return numbers;
}

std::vector<ClaimVerdict> check_numbers(const Lesson& lesson) {
  NumberCheck check(lesson);
  const Result<LessonText> text = written_text(lesson);
  if (text) {
    check.text("the title", text->title, {});
    check.text("the introduction", text->introduction, {});
    for (const LessonText::Section& section : text->sections) {
      check.text("section " + section.id, section.title, {});
      check.text("section " + section.id, section.text, {});
    }
  }
  const auto toml_text = experiment::read_text(lesson.folder / "lesson.toml");
  if (!toml_text) return check.take();
  try {
    check_toml(lesson, toml::parse(*toml_text), &check);
  } catch (const toml::parse_error&) {
    check.text("lesson.toml", "0.5", {});  // it was changed since the lesson was read
  }
  return check.take();
}

}  // namespace lanescope::lesson
