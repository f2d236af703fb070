#include <array>

#include "tests/fuzz/target.hpp"
#include "ui/lane_language/lane_expression.hpp"
#include "ui/session/command.hpp"
#include "ui/session/saved_session.hpp"
#include "ui/view/layout.hpp"

// What the studio reads: sessions, scripts, expressions, arrangements of panels.
namespace lanescope::fuzz_test {
namespace {

std::vector<std::string> session_seeds() { return files_of("tests/ui/earlier", ".lanescope"); }

void read_session(std::string_view bytes) {
  const auto read = ui::session::read_session(bytes, "fuzz.lanescope");
  if (!read) return;
  const auto again = ui::session::read_session(ui::session::session_text(*read), "again");
  if (!again) fail("a session is not read as it was written: " + again.error().text());
  if (!(*again == *read)) fail("a session changes when it is read");
}

std::vector<std::string> script_seeds() {
  return {"goto tick=10; select warp=1 lane=3\n# a comment\nset name=block value=128",
          R"(breakpoint line=7 condition="%r5 == 3 && lane < 4"; panel id=warps)"};
}

void read_script(std::string_view bytes) {
  const auto commands = ui::session::parse_script(bytes);
  if (!commands) return;
  for (const ui::session::Command& command : *commands) {
    std::string text = command.name;
    for (const auto& [name, value] : command.arguments)
      text += " " + name + "=" + ui::session::quote(value);
    const auto again = ui::session::parse_command(text);
    if (!again || again->arguments != command.arguments)
      fail("a command is not read as it is written: " + text);
  }
}

std::vector<std::string> expression_seeds() {
  return {"%r5 == 3 && lane < 4 || thread == 37", "sdata[threadIdx.x + s]",
          "~(in[blockIdx.x * 2] / n) % 0x1f << 3", "!(warp != 1) | block & -1.5"};
}

void read_expression(std::string_view bytes) {
  const auto expression = ui::lane_language::LaneExpression::parse(bytes);
  if (expression) static_cast<void>(expression->is_condition());
}

std::vector<std::string> layout_seeds() { return files_of("assets/layouts", ".json"); }

void read_layout(std::string_view bytes) {
  const auto layout = ui::view::parse_layout("fuzz", std::string(bytes));
  if (!layout) return;
  static_cast<void>(ui::view::panels_of(*layout));
  static_cast<void>(ui::view::front_panels_of(*layout));
  static_cast<void>(ui::view::shares_of(layout->root, 1280.0));
}

constexpr std::array kTargets{
    Target{"session", read_session, session_seeds},
    Target{"script", read_script, script_seeds},
    Target{"expression", read_expression, expression_seeds},
    Target{"layout", read_layout, layout_seeds},
};

}  // namespace

std::span<const Target> studio_targets() { return kTargets; }

}  // namespace lanescope::fuzz_test
