"""What an H100 counted of atomics (atomics.json, by measure.sh) is by the rules of docs/CONTRACT.md, "Shared atomics" and
"Global atomics"."""
import json
import pathlib
import unittest

from compare import global_sectors, in_l2, is_one_instruction_in_shared_memory, shared_atomic
from kernels import F, patterns

KEPT = json.loads((pathlib.Path(__file__).resolve().parent / "atomics.json").read_text())
FORMS = {form.name: form for form in F}
VARIANTS = ("const1_none", "const1_result", "const2_none", "none", "result")
# What ptxas combines to one lane's where the address is uniform by construction.
COMBINED = ("add", "min", "max", "and", "or", "xor")


def form_of(kernel):
    """g_add_u32_none -> the form add_u32 and its variant."""
    rest = kernel[2:]
    variant = next(one for one in VARIANTS if rest.endswith("_" + one))
    return FORMS[rest.removesuffix("_" + variant)], variant


class InGlobalMemory(unittest.TestCase):
    def test_every_launch_of_one_request(self):
        rows = [row for row in KEPT["global"] if row[3] == 1]
        self.assertEqual(len(rows), 687)
        different = []
        for kernel, pattern, _, _, sectors in rows:
            form, _ = form_of(kernel)
            if global_sectors(patterns(form.width, "global")[pattern], form.width) != sectors:
                different.append((kernel, pattern))
        # One sector more than the rule says.
        self.assertEqual(different, [("g_add_u64_none", "random_256_words"), ("g_add_u64_result", "random_256_words")])

    def test_a_uniform_address(self):
        for kernel, pattern, _, requests, sectors in KEPT["uniform"]:
            form, variant = form_of(kernel)
            if requests != 1:  # 16 bits: a loop
                continue
            lanes = int(pattern.removeprefix("lanes_"))
            with self.subTest(kernel=kernel, lanes=lanes):
                if sectors != lanes:
                    self.assertEqual(sectors, 1)
                    self.assertIn(form.op, COMBINED)
                    self.assertEqual(form.width, 4)
                if form.op in ("exch", "cas", "inc", "dec"):
                    self.assertEqual(sectors, lanes, variant)


class InSharedMemory(unittest.TestCase):
    def test_every_launch_of_one_instruction(self):
        compared = 0
        for kernel, pattern, threads, *counted in KEPT["shared"]:
            form, variant = form_of(kernel)
            if not is_one_instruction_in_shared_memory(form.name):
                continue
            offsets = patterns(form.width, "shared")[pattern]
            many = [offsets[thread % 32] for thread in range(threads)]
            with self.subTest(kernel=kernel, pattern=pattern, threads=threads):
                self.assertEqual(list(shared_atomic(many, form.width, form.name, variant)), counted)
            compared += 1
        self.assertEqual(compared, 459)


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
        self.assertEqual(len(KEPT["l2"]), 112)
        for kernel, pattern, *counted in KEPT["l2"]:
            form, _ = form_of(kernel)
            offsets = patterns(form.width, "global")[pattern]
            with self.subTest(kernel=kernel, pattern=pattern):
                self.assertEqual(list(in_l2(offsets, form.width, form.operands)), counted)


if __name__ == "__main__":
    unittest.main()
