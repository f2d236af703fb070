"""Tests of check_supported.py."""

import tempfile
import unittest
from pathlib import Path

import check_supported
from test_hygiene import problems


class Supported(unittest.TestCase):
    TABLES = {"sim__isa__opcodes_dot_def":
              'OPCODE("neg.int", "neg", "neg.type d, a", "s32", Alu, "9.7.1.11", "Negates an integer.")\n',
              "sim__isa__approximate_dot_def": 'APPROXIMATE("neg.int", "it is not")\n',
              "sim__isa__missing_dot_def": 'MISSING("wgmma", "9.7.15", "Products.", "no tensor core")\n'}

    def house(self, **changed):
        tables = {**self.TABLES, **changed}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in tables.items():
                path = Path(folder) / name.replace("__", "/").replace("_dot_", ".")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            page, _ = check_supported.page(Path(folder))
        return {**tables, "docs__SUPPORTED_dot_md": page}

    def test_the_page_is_the_tables(self):
        house = self.house()
        self.assertEqual(problems(check_supported.check, **house), [])
        for row in ("| `neg.int` | s32 | 9.7.1.11 | Negates an integer. |", "| `neg.int` | it is not |",
                    "| `wgmma` | 9.7.15 | Products. | no tensor core |"):
            self.assertIn(row, house["docs__SUPPORTED_dot_md"])

    def test_a_page_of_yesterday_is_told(self):
        house = self.house()
        house["sim__isa__missing_dot_def"] += 'MISSING("tcgen05", "9.7.16", "Products.", "no tensor core")\n'
        self.assertEqual(len(problems(check_supported.check, **house)), 1)

    def test_rows_are_whole_and_name_each_other(self):
        self.assertEqual(len(problems(check_supported.check, **self.house(sim__isa__missing_dot_def="MISSING(wgmma)\n"))), 1)
        self.assertEqual(len(problems(check_supported.check, **self.house(sim__isa__approximate_dot_def='APPROXIMATE("abs", "no")\n'))), 1)


if __name__ == "__main__":
    unittest.main()
