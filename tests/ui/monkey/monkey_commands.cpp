#include "tests/ui/monkey/monkey_commands.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "ui/panels/compare/compare_model.hpp"
#include "ui/teaching/glossary.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::test {
namespace {

using Words = std::vector<std::string>;

// What stands on the edges of the types that numbers are read into, and beside them.
const Words& edges() {
  static const Words kAll{"0",          "1",
                          "31",         "32",
                          "64",         "65536",
                          "2147483647", "2147483648",
                          "4294967295", "4294967296",
                          "4294967297", "9223372036854775807",
                          "-1",         "18446744073709551615",
                          "0.5",        "18446744073709551616",
                          "2.5",        "1e300",
                          "nan",        "inf",
                          "-inf",       "on",
                          "off",        ""};
  return kAll;
}

// "%r1" and "sm_90" are values that stand for others of their kind; "N" and "WORDS" are no values.
bool is_placeholder(std::string_view value) {
  return value.empty() || std::isupper(static_cast<unsigned char>(value.front())) != 0 ||
         value.find("…") != std::string_view::npos || value.front() == '%';
}

Words ids_of(const std::vector<lesson::Rung>& rungs) {
  Words ids;
  for (const lesson::Rung& rung : rungs) ids.push_back(rung.id);
  return ids;
}

Words rungs_of(const session::Session& session) {
  return session.lesson() == nullptr ? Words{} : ids_of(session.lesson()->rungs);
}

Words array_names(const session::Session& session) {
  Words names;
  if (session.trace() == nullptr) return names;
  for (const view::ArrayInfo& array : view::arrays_of(session)) names.push_back(array.name);
  return names;
}

Words register_names(const session::Session& session) {
  Words names;
  if (session.program() == nullptr) return names;
  for (const engine::RegisterInfo& r : session.program()->registers()) names.push_back(r.name);
  return names;
}

Words parameter_names(const session::Session& session) {
  Words names;
  for (const lesson::Parameter& parameter : session::sweep_parameters(session))
    names.push_back(parameter.name);
  return names;
}

void add_key(std::vector<MonkeyKey>& keys, std::string_view words) {
  const std::size_t equals = words.find('=');
  if (equals != std::string_view::npos) {
    keys.push_back({std::string(words.substr(0, equals)), {std::string(words.substr(equals + 1))}});
    return;
  }
  // "pin" is a word of its own, "light" one more value of the key before: tried as both.
  const std::string word(words);
  if (!keys.empty() && !keys.back().values.empty()) keys.back().values.push_back(word);
  if (!is_placeholder(word)) keys.insert(keys.begin(), {word, {}});
}

}  // namespace

std::vector<MonkeyKey> monkey_keys(const commands::CommandRow& row) {
  std::vector<MonkeyKey> keys;
  std::string_view rest = row.arguments;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" []|"), rest.size());
    if (end > 0) add_key(keys, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return keys;
}

const std::vector<std::string>& monkey_inputs() {
  static const Words kAll{"numbers.csv", "words.txt", "twice.cu", "broken.png",
                          "empty.npy",   "absent",    "file-0",   "saved.lanescope"};
  return kAll;
}

namespace {

// What a key takes in any session.
const Words* usual_values(const std::string& key) {
  static const std::map<std::string, Words> kAll{
      {"if",
       {"lane < 4", "lane == 3 && tid.x > 8", "%r1 == 3 || %r2 != 0", "%f1 > 1.5", "warp == 0",
        "1 == 1"}},
      {"input", {"iota", "zero", "const:3", "random:7", "random:7%100", ""}},
      {"arch", {"sm_75", "sm_80", "sm_86", "sm_90", "sm_100"}},
      {"warp-size", {"4", "8", "16", "32", "64"}},
      {"argument", {"in", "out", "n", "a", "b", "text", "block"}},
      {"expression",
       {"n", "threadIdx.x", "%r1 * 2", "s[threadIdx.x]", "in[threadIdx.x + 1]", "t % 4",
        "tile[t][0]", "(1 + 2"}},
      {"points", {"0.5,0.5", "0,0 1,1", "0.1,0.2 0.3,0.4 0.9,0.1", "2,-3", "x,y"}},
      {"phases", {"0..2", "1..1", "3..1", "0..4000000000"}}};
  const auto at = kAll.find(key);
  return at == kAll.end() ? nullptr : &at->second;
}

}  // namespace

std::size_t MonkeyCommands::below(std::size_t count) {
  return count == 0 ? 0 : static_cast<std::size_t>(dice_() % count);
}

std::string MonkeyCommands::next(const session::Session& session) {
  const commands::CommandRow& row =
      commands::command_table()[below(commands::command_table().size())];
  std::string text(row.name);
  const std::vector<MonkeyKey> keys = monkey_keys(row);
  if (keys.empty() || below(12) == 0) return text;
  for (std::size_t left = 1 + below(2); left > 0; --left) {
    const MonkeyKey& key = keys[below(keys.size())];
    const std::string name = name_for(session, key.name);
    text += " " + name;
    if (key.values.empty()) continue;
    const MonkeyKey named{name, key.values};
    text += "=" + session::quote(value_for({session, row, named}));
    const bool has_index =
        std::any_of(keys.begin(), keys.end(), [](const MonkeyKey& k) { return k.name == "index"; });
    if (name == "array" && has_index) text += " index=" + number(session, "index");
  }
  return text;
}

// "PARAMETER=N" and "NAME=VALUE" are parameters of the rung.
std::string MonkeyCommands::name_for(const session::Session& session, const std::string& key) {
  if (!is_placeholder(key)) return key;
  const Words names = parameter_names(session);
  return names.empty() ? "block" : one_of(names);
}

std::string MonkeyCommands::value_for(const Wanted& wanted) {
  if (wanted.key.values.front().starts_with("FILE")) return file(wanted);
  // A pasted kernel takes any grid: one of thousands of millions would be run for minutes.
  const Words parameters = parameter_names(wanted.session);
  const bool sizes = wanted.session.pasted() != nullptr &&
                     std::ranges::find(parameters, wanted.key.name) != parameters.end();
  if (sizes) return right(wanted);
  const std::size_t dice = below(10);
  if (dice < 7) return right(wanted);
  return dice < 9 ? one_of(edges()) : nonsense();
}

std::optional<std::string> MonkeyCommands::of_session(const Wanted& wanted) {
  const session::Session& session = wanted.session;
  const std::string& key = wanted.key.name;
  const Words arrays = array_names(session), registers = register_names(session);
  const Words parameters = parameter_names(session), rungs = rungs_of(session);
  const auto any = [&](const Words& words) { return words.empty() ? "" : one_of(words); };
  if (std::find(parameters.begin(), parameters.end(), key) != parameters.end())
    return parameter_value(session, key);
  if (key == "id" || key == "topic") return id(wanted);
  if (key == "rung") return any(rungs);
  if (key == "parameter") return any(parameters);
  if (key == "array" || key == "after" || key == "name") return any(arrays);
  if (key == "register") return any(registers);
  if (key == "text" && wanted.row.name == "edit") return source(session);
  return std::nullopt;
}

std::string MonkeyCommands::right(const Wanted& wanted) {
  const std::string& key = wanted.key.name;
  const std::string& value = one_of(wanted.key.values);
  if (value.starts_with('%')) {
    const Words registers = register_names(wanted.session);
    return registers.empty() ? "" : one_of(registers);
  }
  if (const auto there = of_session(wanted)) return *there;
  if (key == "counter" && is_placeholder(value))
    return std::string(view::counter_list()[below(view::counter_list().size())].id);
  if (const Words* usual = usual_values(key)) return one_of(*usual);
  if (key == "value" && wanted.row.name == "argument")
    return one_of(Words{"iota", "zero", "const:2", "random:5%10", "7", "-1", "0.5", ""});
  if (value == "N") return number(wanted.session, key);
  if (value == "STEPS_PER_SECOND") return one_of(Words{"0.1", "4", "30", "1000", "100000"});
  if (value.find("…") != std::string::npos)
    return one_of(Words{"0", "0.25", "0.5", "1", "1.5", "2.5"});
  return is_placeholder(value) ? nonsense() : value;
}

std::string MonkeyCommands::number(const session::Session& session, const std::string& key) {
  const auto up_to = [&](std::uint64_t most) { return std::to_string(below(most + 1)); };
  const trace::Trace* trace = session.trace();
  if (key == "tick") return up_to(trace == nullptr ? 4 : trace->tick_count());
  if (key == "pc") return up_to(session.program() == nullptr ? 4 : session.program()->size());
  if (key == "line") return up_to(40);
  if (key == "lane") return up_to(32);
  if (key == "index") return up_to(200);
  if (key == "blocks") return up_to(6);
  if (key == "count") return up_to(40);
  return up_to(6);
}

// Small ones: a run should take milliseconds, in a sanitized build too.
std::string MonkeyCommands::parameter_value(const session::Session& session,
                                            const std::string& name) {
  for (const lesson::Parameter& p : session::sweep_parameters(session)) {
    if (p.name != name) continue;
    const std::int64_t most = std::min(p.maximum, std::max<std::int64_t>(p.minimum, 300));
    const auto above = below(static_cast<std::size_t>(most - p.minimum + 1));
    return std::to_string(p.minimum + static_cast<std::int64_t>(above));
  }
  return one_of(Words{"1", "32", "33", "64", "100"});
}

std::string MonkeyCommands::id(const Wanted& wanted) {
  const session::Session& session = wanted.session;
  Words all = session.panels();
  if (wanted.row.name == "lesson") {
    all.clear();
    for (const lesson::Lesson& lesson : session.lessons()) all.push_back(lesson.id);
  } else if (wanted.row.name == "rung") {
    all = rungs_of(session);
  } else if (wanted.key.name == "topic" && below(2) == 0) {
    return std::string(teaching::glossary()[below(teaching::glossary().size())].word);
  }
  return all.empty() ? "" : one_of(all);
}

// The source with a change: of a remark, of a number, with a line gone, with rubbish in it.
std::string MonkeyCommands::source(const session::Session& session) {
  std::string text = session.source_text();
  const std::size_t at = below(text.size() + 1);
  switch (below(5)) {
    case 0:
      return "// by the monkey\n" + text;
    case 1:
      return text.insert(at, "!");
    case 2:
      return text.substr(0, at);
    case 3: {
      const std::size_t digit = text.find_first_of("0123456789", at);
      if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(10));
      return text;
    }
    default: {
      const std::size_t line = text.find('\n', at);
      if (line != std::string::npos) text.erase(at, line - at);
      return text;
    }
  }
}

std::string MonkeyCommands::file(const Wanted& wanted) {
  if (wanted.key.name == "path") return (folder_ / one_of(monkey_inputs())).string();
  const std::string& kind = one_of(wanted.key.values);
  std::string name = fmt::format("file-{}", below(4));
  for (const char* ending : {".svg", ".png", ".gif", ".cu", ".json", ".csv"}) {
    if (kind.ends_with(ending)) name += ending;
  }
  if (below(8) == 0) name = "no-such-folder/" + name;
  return (folder_ / name).string();
}

std::string MonkeyCommands::nonsense() {
  static const Words kAll{"",    "nonsense", "\"quoted\\",       "ünïcödé ✓", "a;b\nc",
                          "=",   "%s%n",     "../../etc/passwd", "\t",        "none",
                          "all", "\xff\xfe", "block=1",          "#"};
  if (below(3) > 0) return one_of(kAll);
  return std::string(1 + below(3000), static_cast<char>('A' + below(58)));
}

}  // namespace lanescope::ui::test
