"""The checks find what they are for, and let pass what is right."""

import tempfile
import unittest
from pathlib import Path

import check_layers
import check_pictures
import check_sizes
import check_words
import tidy


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


class Layers(unittest.TestCase):
    def judge(self, name, include):
        return problems(check_layers.check, **{name: f"#pragma once\n#include {include}\n"})

    def test_arrows_that_exist(self):
        for name, include in [
            ("sim__exec__a_dot_cpp", '"sim/isa/opcodes.hpp"'),
            ("sim__exec__a_dot_cpp", '"sim/ptx/module.hpp"'),
            ("sim__analysis__a_dot_cpp", '"sim/trace/trace.hpp"'),
            ("lab__a_dot_cpp", '"cuda/compiler.hpp"'),
            ("cuda__a_dot_cpp", '"sim/base/result.hpp"'),
            ("ui__panels__warps_dot_cpp", '"ui/panels/panel.hpp"'),
            ("ui__panels__source_heat_dot_cpp", '"ui/panels/source_panel.hpp"'),
            ("ui__gl__a_dot_cpp", "<GL/glew.h>"),
            ("ui__widgets__a_dot_cpp", "<imgui.h>"),
            ("app__main_dot_cpp", '"ui/panels/warps.hpp"'),
            ("tests__sim__a_dot_cpp", '"lab/run.hpp"'),
        ]:
            with self.subTest(name=name, include=include):
                self.assertEqual([], self.judge(name, include))

    def test_arrows_that_never_exist(self):
        for name, include in [
            ("sim__base__a_dot_cpp", '"sim/ptx/module.hpp"'),
            ("sim__trace__a_dot_cpp", '"sim/exec/program.hpp"'),
            ("sim__exec__a_dot_cpp", '"sim/trace/trace.hpp"'),
            ("sim__exec__a_dot_cpp", '"lab/run.hpp"'),
            ("cuda__a_dot_cpp", '"sim/ptx/module.hpp"'),
            ("lab__a_dot_cpp", '"ui/model/session.hpp"'),
            ("ui__model__a_dot_cpp", "<imgui.h>"),
            ("ui__model__a_dot_cpp", '"ui/widgets/plot.hpp"'),
            ("ui__panels__a_dot_cpp", '"sim/exec/execution.hpp"'),
            ("ui__panels__a_dot_cpp", "<GL/glew.h>"),
            ("ui__panels__a_dot_cpp", '"ui/gl/app_window.hpp"'),
            ("ui__widgets__a_dot_cpp", '"cuda/compiler.hpp"'),
            ("ui__panels__warps_dot_cpp", '"ui/panels/timeline.hpp"'),
            ("lab__a_dot_cpp", "<nvrtc.h>"),
            ("sim__exec__a_dot_cpp", '"program.hpp"'),
        ]:
            with self.subTest(name=name, include=include):
                self.assertEqual(1, len(self.judge(name, include)))


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
        self.assertEqual({"WIDE", "Shape", "kWide", "Row", "rows_of"}, tidy.hidden_names(self.SOURCE))

    def test_sources_that_define_the_same_are_apart(self):
        self.assertEqual([["a.cpp", "c.cpp"], ["b.cpp"]],
                         self.groups({}, a=self.SOURCE, b=self.SOURCE, c="int shown();\n"))

    def test_sources_that_are_compiled_otherwise_are_apart(self):
        self.assertEqual([["a.cpp", "c.cpp"], ["b.cpp"]],
                         self.groups({"b": "-mavx2"}, a="", b="", c=""))


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
