"""Tests of check_problems.py."""

import tempfile
import unittest
from pathlib import Path

import check_problems
from test_hygiene import problems


class Problems(unittest.TestCase):
    FILES = {"docs__problems__problems_dot_toml":
             '[kind.race]\nwhat = "Two."\nseen = "Often."\n[kind.leak]\nwhat = "Left."\nseen = "Late."\n'
             '[error.cudaErrorAssert]\nwhat = "Failed."\nseen = "Here."\n',
             "sim__events__hazard_dot_hpp": "enum class HazardKind : std::uint8_t {\n  Race,  // two\n};\n",
             "runtime__record__record_dot_hpp": "enum class ProblemKind : std::uint8_t {\n  Leak,\n};\n",
             "runtime__errors_dot_def": 'LANESCOPE_ERROR(cudaErrorAssert, 710, "device-side assert triggered")\n',
             "runtime__launches_dot_cpp": "return cudaErrorAssert;\n"}

    def house(self, **changed):
        files = {**self.FILES, **changed}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name.replace("__", "/").replace("_dot_", ".")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            made = check_problems.pages(Path(folder))[0]
        return {**files, **{f"docs__problems__{name.replace('.', '_dot_')}": text for name, text in made.items()}}

    def test_the_pages_are_the_texts(self):
        house = self.house()
        self.assertEqual(problems(check_problems.check, **house), [])
        self.assertIn("CUDA's error 710, “device-side assert triggered”.",
                      house["docs__problems__cudaErrorAssert_dot_md"])

    def test_a_page_of_yesterday_is_told(self):
        house = self.house()
        house["docs__problems__race_dot_md"] += "More.\n"
        self.assertEqual(len(problems(check_problems.check, **house)), 1)

    def test_kinds_and_errors_without_a_text_are_told(self):
        more = "enum class HazardKind : std::uint8_t {\n  Race,\n  OutOfBounds,\n};\n"
        self.assertIn("out_of_bounds", problems(check_problems.check, **self.house(sim__events__hazard_dot_hpp=more))[0])
        code = "return cudaErrorInvalidValue;\n"
        self.assertIn("cudaErrorInvalidValue",
                      problems(check_problems.check, **self.house(runtime__launches_dot_cpp=code))[0])


if __name__ == "__main__":
    unittest.main()
