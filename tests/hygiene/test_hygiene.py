"""The checks find what they are for, and let pass what is right."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import check_contract
import check_layers
import check_numbers
import check_pictures
import check_readme
import check_sizes
import check_words
import tidy
import uncovered_headers

import source_groups  # beside CMake; tidy names its folder


def problems(check, **files):
    """Runs a check over a folder with these files; __ in a name is a slash, _dot_ a dot."""
    with tempfile.TemporaryDirectory() as folder:
        root, paths = Path(folder), []
        for name, text in files.items():
            path = Path(name.replace("__", "/").replace("_dot_", "."))
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
            paths.append(path)
        return check(root, paths)


class Skipped(unittest.TestCase):
    """What ./test counts as skipped of what ctest calls passed."""

    LOG = """[ RUN      ] Sass.Lines
tests/cuda/sass_test.cpp:87: Skipped
nvdisasm is not installed
[  SKIPPED ] Sass.Lines (0 ms)
[       OK ] Sass.Other (3 ms)
[ RUN      ] Warps/Rungs.Picture/4
[  SKIPPED ] Warps/Rungs.Picture/4 (0 ms)
[  PASSED  ] 1 test.
[  SKIPPED ] 2 tests, listed below:
[  SKIPPED ] Sass.Lines
[  SKIPPED ] Warps/Rungs.Picture/4
test_words (test_hygiene.Words) ... skipped 'no gettext'
test_words (test_hygiene.Layers) ... ok
The following tests did not run:
\t 12 - test_gl_picture (Skipped)
\t 13 - test_gone (Not Run)
"""

    def test_each_case_once(self):
        script = Path(__file__).resolve().parents[2] / "cmake/tally.sh"
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as log:
            log.write(self.LOG)
            log.flush()
            said = subprocess.run(["bash", "-c", f". {script}; lanescope_skipped {log.name}"],
                                  capture_output=True, text=True, check=True).stdout
        self.assertEqual(["Sass.Lines", "Warps/Rungs.Picture/4", "test_hygiene.Words.test_words",
                          "test_gl_picture"], said.split())


class Tally(unittest.TestCase):
    """What ./test counts, of a ctest that says what it is told to and then does it."""

    ROOT = Path(__file__).resolve().parents[2]
    PASSED = "1/2 Test #18: test_cuda ........   Passed   41.91 sec"
    FAILED = "2/2 Test #11: test_exec ........***Failed    3.00 sec"

    def tally(self, ctest, commands):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "build/dev").mkdir(parents=True)
            (Path(folder) / "ctest").write_text("#!/bin/bash\n" + ctest, encoding="utf-8")
            (Path(folder) / "ctest").chmod(0o755)
            done = subprocess.run(
                ["bash", "-c", f"""cd {folder}; PATH="{folder}:$PATH"; LANESCOPE_ROOT={folder}
lanescope_say() {{ :; }}
. {self.ROOT}/cmake/build.sh; . {self.ROOT}/cmake/tally.sh
{commands}
tally_closes"""], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.split("\n")[-4:-1]

    def test_closing_line(self):
        status, said = self.tally(f"""echo '{self.PASSED}'; echo '{self.FAILED}'
echo '50% tests passed, 1 tests failed out of 2'; echo '  11 - test_exec (Failed)'""", "run_tests dev")
        self.assertEqual((1, ["failed: dev: test_exec (Failed)", "1 passed, 1 failed"]), (status, said[1:]))

    def test_no_test_is_a_failure(self):
        status, said = self.tally("exit 8", "run_tests dev")
        self.assertEqual((1, "0 passed, 1 failed"), (status, said[-1]))

    def test_what_is_stopped_is_left_out(self):
        for stubborn in ["", "trap '' TERM; "]:
            with self.subTest(stubborn=stubborn):
                status, said = self.tally(
                    f"{stubborn}echo '{self.PASSED}'; while :; do sleep 0.1; done",
                    "timeout() { command timeout -k 0.2 1 \"${@:4}\"; }; minutes=1; if_time 0 run_tests dev")
                self.assertEqual(0, status)
                self.assertRegex(said[-2], "^left out: tests of dev: stopped after")
                self.assertEqual("1 passed, 0 failed", said[-1])

    def test_what_failed_before_it_was_stopped_counts(self):
        status, said = self.tally(
            f"echo '{self.PASSED}'; echo '{self.FAILED}'; exit 124",
            "minutes=1; if_time 0 run_tests dev")
        self.assertEqual((1, "1 passed, 1 failed"), (status, said[-1]))

    def test_each_part_has_the_time_that_is_left(self):
        status, said = self.tally(
            "exit 0", "minutes=1; SECONDS=60; if_time 0 check build true; LANESCOPE_DEADLINE=60;"
            "check late lanescope_limited true; if_time 1 check later true")
        self.assertEqual((0, "1 passed, 0 failed"), (status, said[-1]))
        self.assertEqual(["left out: late: stopped after 0 s, when the time was up",
                          "left out: check later true: 0 minutes were left, it wants 1"], said[:2])


class Layers(unittest.TestCase):
    """On a small house: each room's CMakeLists.txt, and one source that includes something."""

    HOUSE = {
        "sim__base": "lanescope_library(sim_base SOURCES a.cpp)",
        "sim__machine": "lanescope_library(sim_machine SOURCES a.cpp DEPS sim_base)",
        "sim__replay": "lanescope_library(sim_replay SOURCES a.cpp DEPS sim_machine fmt::fmt)",
        "ports__device": "lanescope_library(ports_device SOURCES a.cpp DEPS sim_base)",
        "cuda__device": "lanescope_library(cuda_device SOURCES a.cpp DEPS ports_device)",
        "lab__run": "lanescope_library(lab_run SOURCES a.cpp DEPS sim_replay ports_device)",
        "ui__view": "lanescope_library(ui_view SOURCES a.cpp DEPS lab_run)",
        "ui__session": "lanescope_library(ui_session SOURCES a.cpp DEPS ui_view)",
        "ui__commands": "lanescope_library(ui_commands SOURCES a.cpp DEPS ui_session)",
        "ui__widgets": "lanescope_gui_library(ui_widgets SOURCES a.cpp DEPS ui_commands)",
        "ui__figures": "lanescope_library(ui_figures SOURCES a.cpp DEPS ui_view)",
        "ui__teaching": "lanescope_library(ui_teaching SOURCES a.cpp DEPS ui_view)",
        "ui__panels": "lanescope_gui_library(ui_panel SOURCES a.cpp DEPS ui_widgets)",
        "ui__panels__warps": "lanescope_panel(warps SOURCES warps.cpp MODEL warps_model.cpp)",
        "ui__panels__timeline": "lanescope_panel(timeline SOURCES timeline.cpp)",
        "ui__studio": "lanescope_gui_library(ui_studio SOURCES a.cpp DEPS ui_panels)",
        "ui__gl": "lanescope_gui_library(ui_gl SOURCES a.cpp DEPS ui_studio)",
        "app": "lanescope_executable(lanescope SOURCES a.cpp DEPS ui_gl cuda_device)",
        "tests__sim": "lanescope_test(test_sim SOURCES a.cpp DEPS sim_replay)",
    }

    def judge(self, name, include, **house):
        files = {f"{folder}__CMakeLists_dot_txt": f"# A room.\n{text}\n"
                 for folder, text in {**self.HOUSE, **house}.items()}
        return problems(check_layers.check, **files, **{name: f"#pragma once\n#include {include}\n"})

    def test_arrows_that_exist(self):
        for name, include in [
            ("sim__machine__a_dot_cpp", '"sim/base/result.hpp"'),
            ("sim__machine__memory__a_dot_cpp", '"sim/machine/machine.hpp"'),
            ("lab__run__a_dot_cpp", '"sim/base/result.hpp"'),  # through others
            ("lab__run__a_dot_cpp", '"ports/device/gpu.hpp"'),
            ("cuda__device__a_dot_cpp", '"ports/device/gpu.hpp"'),
            ("app__main_dot_cpp", '"cuda/device/gpu.hpp"'),
            ("ui__panels__warps__warps_dot_cpp", '"ui/panels/panel.hpp"'),
            ("ui__panels__warps__warps_dot_cpp", '"ui/panels/warps/warps_model.hpp"'),
            ("ui__panels__warps__warps_dot_cpp", "<imgui.h>"),
            ("ui__panels__warps__warps_dot_cpp", '"ui/session/session.hpp"'),
            ("ui__commands__a_dot_cpp", '"ui/session/edit/session_editor.hpp"'),
            ("ui__gl__a_dot_cpp", "<GL/glew.h>"),
            ("app__main_dot_cpp", '"ui/panels/warps/warps.hpp"'),
            ("tests__sim__a_dot_cpp", '"sim/machine/machine.hpp"'),
        ]:
            with self.subTest(name=name, include=include):
                self.assertEqual([], self.judge(name, include))

    def test_arrows_that_never_exist(self):
        for name, include in [
            ("sim__base__a_dot_cpp", '"sim/machine/machine.hpp"'),
            ("sim__machine__a_dot_cpp", '"lab/run/run_model.hpp"'),
            ("sim__machine__a_dot_cpp", '"machine.hpp"'),
            ("lab__run__a_dot_cpp", '"ui/view/view.hpp"'),
            ("lab__run__a_dot_cpp", "<nvrtc.h>"),
            ("ui__view__a_dot_cpp", '"sim/machine/machine.hpp"'),  # though linked, through others
            ("sim__replay__a_dot_cpp", '"sim/machine/machine.hpp"'),
            ("ui__view__a_dot_cpp", "<imgui.h>"),
            ("ui__view__a_dot_cpp", '"ui/widgets/text.hpp"'),
            ("ports__device__a_dot_cpp", '"cuda/device/gpu.hpp"'),
            ("ui__panels__a_dot_cpp", "<GL/glew.h>"),
            ("ui__panels__a_dot_cpp", '"ui/gl/window.hpp"'),
            ("ui__panels__warps__warps_dot_cpp", '"ui/panels/timeline/timeline.hpp"'),
            ("ui__panels__warps__warps_model_dot_cpp", "<imgui.h>"),
            ("ui__panels__warps__warps_dot_cpp", '"ui/session/edit/session_editor.hpp"'),
            ("ui__gl__a_dot_cpp", '"ui/commands/command_rows.hpp"'),
            ("tests__sim__a_dot_cpp", '"ui/view/view.hpp"'),
        ]:
            with self.subTest(name=name, include=include):
                self.assertEqual(1, len(self.judge(name, include)))

    def test_nothing_but_the_program_names_nvidia(self):
        linked = {"lab__run": "lanescope_library(lab_run SOURCES a.cpp DEPS sim_replay cuda_device)"}
        for name in ("lab__run__a_dot_cpp", "ui__gl__a_dot_cpp"):
            with self.subTest(name=name):
                found = self.judge(name, '"cuda/device/gpu.hpp"', **linked)
                self.assertEqual(1, len(found), found)

    def test_names_that_views_never_say(self):
        for text, wrong in [("const machine::Machine& m", 1), ("ptx::Module module;", 1),
                            ("engine::Execution& machine;", 0), ("// of code::Program", 0)]:
            with self.subTest(text=text):
                self.assertEqual(wrong, len(self.judge("ui__view__a_dot_cpp", f"<string>\n{text}")))

    def opening(self, name, text):
        return self.judge(name, f"<string>\n{text}",
                          ui__words="lanescope_library(ui_words SOURCES a.cpp)",
                          tests__ui__words="lanescope_test(test_words SOURCES a.cpp)",
                          tests__ui__view="lanescope_test(test_view SOURCES a.cpp)")

    def test_namespaces_that_may_be_opened(self):
        for name, opened in [
            ("sim__base__a_dot_cpp", "lanescope"),
            ("sim__base__a_dot_cpp", "lanescope::detail"),
            ("sim__machine__a_dot_cpp", "lanescope::machine"),
            ("sim__machine__memory__a_dot_cpp", "lanescope::machine"),
            ("sim__machine__a_dot_cpp", "lanescope::machine::detail"),
            ("lab__run__a_dot_cpp", "lanescope::run"),
            ("ports__device__a_dot_cpp", "lanescope::ports::device"),
            ("ui__words__a_dot_cpp", "lanescope::ui"),
            ("ui__panels__a_dot_cpp", "lanescope::ui::panels"),
            ("ui__panels__warps__warps_dot_cpp", "lanescope::ui::panels::warps"),
            ("app__a_dot_cpp", "lanescope::app"),
            ("tests__sim__a_dot_cpp", "lanescope::machine"),
            ("tests__sim__a_dot_cpp", "lanescope::machine::test"),
            ("tests__ui__view__a_dot_cpp", "lanescope::test"),
            ("tests__ui__words__a_dot_cpp", "lanescope::ui"),
        ]:
            with self.subTest(name=name, opened=opened):
                self.assertEqual([], self.opening(name, f"namespace {opened} {{\nint a;\n}}"))

    def test_namespaces_of_others(self):
        for name, opened in [
            ("sim__base__a_dot_cpp", "lanescope::machine"),
            ("sim__machine__a_dot_cpp", "lanescope"),
            ("sim__machine__a_dot_cpp", "lanescope::sim::machine"),
            ("lab__run__a_dot_cpp", "lanescope::lab"),
            ("lab__run__a_dot_cpp", "lanescope::runner"),
            ("ui__view__a_dot_cpp", "lanescope::ui"),
            ("ui__panels__warps__warps_dot_cpp", "lanescope::ui::panels"),
            ("tests__ui__view__a_dot_cpp", "lanescope::ui"),
            ("tests__sim__a_dot_cpp", "lanescope"),
            ("tests__sim__a_dot_cpp", "lanescope::nowhere"),
        ]:
            with self.subTest(name=name, opened=opened):
                found = self.opening(name, f"namespace {opened} {{\nint a;\n}}")
                self.assertEqual(1, len(found), found)

    def test_types_of_others_are_declared_where_they_belong(self):
        for text, wrong in [("namespace lanescope::run {\nclass Run;\nenum class E : char;\n}", 0),
                            ("namespace lanescope::run {\nclass Run {};\n}", 1),
                            ("namespace lanescope::lab {\nclass Run;\n}", 1)]:
            with self.subTest(text=text):
                self.assertEqual(wrong, len(self.opening("ui__view__a_dot_cpp", text)))

    def test_no_room_reaches_itself(self):
        found = self.judge("sim__base__a_dot_cpp", "<string>",
                           sim__base="lanescope_library(sim_base SOURCES a.cpp DEPS sim_replay)")
        self.assertEqual(3, len(found), found)

    def test_the_table_is_cmakes(self):
        files = {f"{folder}__CMakeLists_dot_txt": f"# A room.\n{text}\n"
                 for folder, text in self.HOUSE.items()}
        found = problems(check_layers.check, **files, ARCHITECTURE_dot_md="no table\n")
        self.assertEqual(1, len(found), found)


class Sizes(unittest.TestCase):
    def test_limit(self):
        self.assertEqual([], problems(check_sizes.check, a_dot_cpp="x\n" * 500))
        self.assertEqual(1, len(problems(check_sizes.check, a_dot_cpp="x\n" * 501)))
        self.assertEqual([], problems(check_sizes.check, table_dot_json="x\n" * 501))


class Words(unittest.TestCase):
    def test_words(self):
        for line in ["https://py" + "pi.org/simple", "see /wo" + "rk/main", "cd /ro" + "ot/x",
                     "written by Clau" + "de"]:
            with self.subTest(line=line):
                self.assertEqual(1, len(problems(check_words.check, a_dot_md=line + "\n")))
        for line in ["the session's state", "net/work/x", "$HOME/.cache", "/usr/local/cuda"]:
            with self.subTest(line=line):
                self.assertEqual([], problems(check_words.check, a_dot_md=line + "\n"))


class Contract(unittest.TestCase):
    DOCUMENT = "# Contract\n## Exit status\n`race` `lanescope run`, `--grid X`, `\"schema\"`\n"

    def judge(self, document=DOCUMENT, **files):
        program = {
            "sim__hazard_dot_cpp": 'case HazardKind::Race:\n  return "race";\n',
            "app__options_dot_cpp": 'add_subcommand("run", "help"); add("-G,--grid"); add_subcommand("w", "")',
            "lab__report_json_dot_cpp": 'Json report{{"schema", 1}};\n',
            "lab__report_counters_dot_cpp": "", "lab__report_gpu_dot_cpp": "",
            "sim__counters_dot_def": 'LANESCOPE_COUNTER(schema, N_("A title"), "Exit status", N_("Words."))\n'}
        return problems(check_contract.check, docs__CONTRACT_dot_md=document, **{**program, **files})

    def test_what_the_program_does_is_told(self):
        self.assertEqual([], self.judge())
        self.assertEqual(5, len(self.judge("# Contract\n## Exit status\nraces run in the schema's grid\n")))
        for name, text in [
            ("sim__hazard_dot_cpp", 'case HazardKind::Trap:\n  return "trap";\n'),
            ("app__options_dot_cpp", 'add("--grid"); add("--grid-size")'),
            ("app__options_dot_cpp", 'add("--grid"); app->add_subcommand(\n  "sweep", "many runs");'),
            ("lab__report_json_dot_cpp", 'out["other_line"] = 1;'),
            ("sim__counters_dot_def", 'LANESCOPE_BANK_COUNTER(wavefronts, "")'),
            ("sim__counters_dot_def", 'LANESCOPE_BANK_GROUP(cluster_load, "schema.load", "")'),
            ("sim__counters_dot_def", 'N_("{} words"), "Entry status",\n N_("Words.")'),
        ]:
            with self.subTest(text=text):
                self.assertEqual(1, len(self.judge(**{name: text})))

    def test_what_the_program_does_not_do_is_not_told(self):
        self.assertEqual(1, len(self.judge(self.DOCUMENT + "| `--grid-size` | |\n")))

    def test_a_source_of_facts_that_is_gone_is_told(self):
        self.assertEqual(9, len(problems(check_contract.check, docs__CONTRACT_dot_md=self.DOCUMENT)))

    def test_citations(self):
        for comment, wrong in [
            ('(docs/CONTRACT.md, "Exit status")', 0),
            ('(docs/CONTRACT.md,\n// "Exit status")', 0),
            ('(docs/CONTRACT.md, "Exit\n  // status")', 0),
            ('(docs/CONTRACT.md, "Entry status")', 1),
            ("(docs/CONTRACT.md)", 1),
            ("(des" + "ign, section 5)", 1),
        ]:
            with self.subTest(comment=comment):
                self.assertEqual(wrong, len(self.judge(a_dot_cpp=f"// As it says {comment}.\n")))

    def test_links(self):
        self.assertEqual([], self.judge(a_dot_md="[c](docs/CONTRACT.md) [e](docs/CONTRACT.md#exit-status)\n"))
        self.assertEqual(1, len(self.judge(a_dot_md="[e](docs/CONTRACT.md#exit)\n")))


class Readme(unittest.TestCase):
    def course(self, opens, count):
        lessons = {f"kernels__l{i}__lesson_dot_toml": f'title = "Lesson {i}"\norder = {i}'
                   for i in range(10)}
        readme = (f"./run        # builds, opens the studio on the first lesson: {opens}\n"
                  f"{count} lessons: threads and more\n")
        return problems(check_readme.check, README_dot_md=readme, **lessons)

    def test_what_opens_is_told(self):
        self.assertEqual(self.course("lesson 0", "10"), [])
        self.assertEqual(len(self.course("lesson 3", "10")), 1)
        self.assertEqual(len(self.course("lesson 0", "17")), 1)


class Numbers(unittest.TestCase):
    LESSON = """[[claim]]
id = "half"
value = 0.5
[[step]]
id = "ways"
[step.question]
choices = ["1", "1,024"]
"""
    SOUND = {"what": '"lanes"', "value": "[0.5, 1024]", "where": '"004 G3 (L5); 001 P1"', "how": '"run"',
             "by": '["divergence: half", "divergence: step ways"]'}

    def house(self, **row):
        table = "\n".join(f"{key} = {text}" for key, text in {**self.SOUND, **row}.items() if text)
        return {"kernels__divergence__lesson_dot_toml": self.LESSON,
                "tests__a_test_dot_cpp": "TEST_P(Lanes, Half) {}\n",
                "tests__course__numbers__divergence_dot_toml": f"[lanes]\n{table}\n"}

    def judge(self, **row):
        return problems(lambda root, files: list(check_numbers.check_list(root, files)), **self.house(**row))

    def test_what_is_there_may_be_named(self):
        for row in [{}, {"by": '["tests/a_test.cpp::Lanes.Half"]'},
                    {"by": '["divergence: half", "tests/a_test.cpp::Lanes.Half"]'},
                    {"by": "", "waits_for": '"divergence"'}, {"by": "", "waits_for": '"later: streams"'},
                    {"by": "", "how": '"history"', "reason": '"a date"'},
                    {"value": "[[0.5], [1024]]", "notes_say": '"0.6"', "where": '"golden_000 hist"'}]:
            with self.subTest(row=row):
                self.assertEqual([], self.judge(**row))

    def test_what_is_not_there_is_told(self):
        for row in [{"by": '["divergence: third"]'}, {"by": '["divergence: step half"]'},
                    {"by": '["scan: half"]'}, {"by": '["tests/a_test.cpp::Lanes.Third"]'},
                    {"by": '["tests/b_test.cpp::Lanes.Half"]'}, {"by": '["tests/a_test.cpp::Lanes"]'}]:
            with self.subTest(row=row):
                self.assertEqual(1, len(self.judge(**row)))

    def test_values_are_the_same(self):
        self.assertEqual(2, len(self.judge(value="[2, 1024]")))  # and nothing shows the 2
        self.assertEqual(1, len(self.judge(value="[0.5, 1024, 7]")))
        self.assertEqual([], self.judge(value="[0.5, 7]", by='["divergence: half", "tests/a_test.cpp::Lanes.Half"]'))

    def test_rows_are_whole(self):
        for row in [{"by": ""}, {"reason": '"none"'}, {"by": "[]"}, {"how": '"guess"'}, {"how": '"history"'},
                    {"where": '"the notes"'}, {"what": ""}, {"what": '""'}, {"value": "3"}, {"colour": '"red"'},
                    {"by": "", "waits_for": '"some day"'}]:
            with self.subTest(row=row):
                self.assertLessEqual(1, len(self.judge(**row)))

    def test_the_page_tells_how_many(self):
        beside = {"how": '"history"', "by": "", "reason": '"a date"'}
        for row, said in [({}, "1 of 1 numbers are shown: 100 %"),
                          ({"by": "", "waits_for": '"divergence"'}, "0 of 1 numbers are shown: 0 %"),
                          (beside, "0 of 0 numbers are shown: 0 %")]:
            with self.subTest(row=row):
                def page(root, files):
                    return check_numbers.page(list(check_numbers.rows_of(root, files)))
                self.assertIn(said, problems(page, **self.house(**row)))

    def test_a_page_of_yesterday_is_told(self):
        self.assertEqual(1, len(problems(check_numbers.check, docs__COURSE_NUMBERS_dot_md="old\n", **self.house())))
        fresh = problems(lambda root, files: check_numbers.page(list(check_numbers.rows_of(root, files))),
                         **self.house())
        self.assertEqual([], problems(check_numbers.check, docs__COURSE_NUMBERS_dot_md=fresh, **self.house()))


class TidyGroups(unittest.TestCase):
    SOURCE = """#define WIDE 1
namespace lanescope {
namespace {

using namespace ptx;
using Shape = int;
constexpr int kWide = 1;
struct Row {
  int inner = 0;
};
std::vector<Row> rows_of(int local) { return {}; }

}  // namespace
int shown() { return 1; }
}  // namespace lanescope
"""

    def groups(self, flags, **texts):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in texts.items():
                (Path(folder) / f"{name}.cpp").write_text(text, encoding="utf-8")
            entries = {f"{name}.cpp": {"command": f"c++ {flags.get(name, '')} -o {name}.o"}
                       for name in texts}
            return tidy.groups_of(entries, Path(folder))

    def test_names_that_only_one_source_may_define(self):
        self.assertEqual({"WIDE", "Shape", "kWide", "Row", "rows_of"}, source_groups.hidden_names(self.SOURCE))

    def test_every_constant_of_a_statement_counts(self):
        self.assertEqual({"kOne", "kTwo", "kThree"}, source_groups.hidden_names(
            "namespace {\n\nconstexpr int kOne = 1, kTwo = kOne + 1;\nconstexpr Wide kThree{kTwo};\n\n}  // namespace\n"))

    def test_sources_that_define_the_same_are_apart(self):
        self.assertEqual([["a.cpp", "c.cpp"], ["b.cpp"]],
                         self.groups({}, a=self.SOURCE, b=self.SOURCE, c="int shown();\n"))

    def test_sources_that_are_compiled_otherwise_are_apart(self):
        self.assertEqual([["a.cpp", "c.cpp"], ["b.cpp"]],
                         self.groups({"b": "-mavx2"}, a="", b="", c=""))


class UncoveredHeaders(unittest.TestCase):
    def uncovered(self, **texts):
        return uncovered_headers.uncovered({name.replace("_", "."): f"// A.\n#pragma once\n{text}"
                                            for name, text in texts.items()})

    def test_a_header_that_begins_a_source_is_covered(self):
        self.assertEqual([], self.uncovered(a_hpp="", a_cpp='#include "a.hpp"\n#include <map>\n'))

    def test_one_that_others_could_help_is_not(self):
        self.assertEqual(["a.hpp"], self.uncovered(a_hpp="", a_cpp='#include <map>\n#include "a.hpp"\n'))
        self.assertEqual(["a.hpp"], self.uncovered(a_hpp="", b_hpp='#include "a.hpp"\n',
                                                   b_cpp='#include "b.hpp"\n'))

    def test_nor_is_one_that_may_not_come_twice(self):
        texts = {"a.hpp": "struct A {};\n", "a.cpp": '#include "a.hpp"\n'}
        self.assertEqual(["a.hpp"], uncovered_headers.uncovered(texts))


class Pictures(unittest.TestCase):
    def judge(self, extra="", **files):
        rows = [f"panel-p{i} | 1280x720 | dark | scan | 1 | to-end" for i in range(39)]
        rows.append("studio | 1920x1080 | light | scan | 1 |")
        return problems(check_pictures.check,
                        docs__pictures_dot_txt="# remark\n" + "\n".join(rows) + "\n" + extra, **files)

    def test_what_is_drawn_may_be_shown(self):
        self.assertEqual(self.judge(README_dot_md="![The studio](docs/studio.png)\n"), [])

    def test_what_nobody_draws_may_not(self):
        self.assertEqual(len(self.judge(README_dot_md="![](docs/other.png)\n")), 1)

    def test_every_panel_and_lesson_is_drawn(self):
        panel = 'std::string_view id() const override { return "warps"; }\n'
        self.assertEqual(len(self.judge(ui__panels__warps_dot_hpp=panel)), 1)
        self.assertEqual(len(self.judge(kernels__scan__lesson_dot_toml="")), 1)

    def test_rows_are_whole_and_have_names_of_their_own(self):
        self.assertEqual(len(self.judge("panel-x | 1280x720 | dark\n")), 1)
        self.assertEqual(len(self.judge("studio | 1280x720 | dark | scan | 1 |\n")), 1)


if __name__ == "__main__":
    unittest.main()
