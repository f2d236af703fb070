"""What L2 saw of atomics on an H200 (atomics_h200.json, by measure.sh) is by the rule of docs/CONTRACT.md, "Global atomics"."""
import json
import pathlib
import unittest

from compare import in_l2
from kernels import F, patterns

ROWS = json.loads((pathlib.Path(__file__).resolve().parent / "atomics_h200.json").read_text())["l2"]
FORMS = {form.name: form for form in F}


class InL2(unittest.TestCase):
    def test_the_rule_in_numbers(self):
        for offsets, width, operands, expected in [
            (range(0, 128, 4), 4, 1, (1, 4)),  # a line
            (range(0, 128, 4), 4, 2, (2, 4)),  # a line of compare-and-swaps
            ([0] * 32, 4, 1, (32, 32)),  # one word
            ([0] * 20 + [32] * 12, 4, 1, (20, 32)),  # two sectors of one line
            ([0, -1, 128], 4, 1, (2, 2)),  # two lines, a lane off
        ]:
            with self.subTest(offsets=list(offsets), operands=operands):
                self.assertEqual(in_l2(offsets, width, operands), expected)

    def test_every_launch(self):
        self.assertEqual(len(ROWS), 112)
        for kernel, pattern, *counted in ROWS:
            form = FORMS[kernel.removeprefix("g_").rpartition("_")[0]]
            offsets = patterns(form.width, "global")[pattern]
            with self.subTest(kernel=kernel, pattern=pattern):
                self.assertEqual(list(in_l2(offsets, form.width, form.operands)), counted)


if __name__ == "__main__":
    unittest.main()
