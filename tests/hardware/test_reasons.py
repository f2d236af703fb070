"""A reason holds for its own counters, where its bound does, and nowhere else."""
import functools
import json
import pathlib
import unittest

import calls
import machine_code
import reasons
import replays
import waits
from counter_table import hardware_counters, is_of_machine_code, measured_names
from launches import kernel_of

SPIN_ON_ATOMIC = "while (atomicCAS(lock, 0, 1) != 0) {}"
SPIN_ON_LOAD = "while (state[tile] == 0) {\n  }"


def case(model, gpu, source="", lines=(), others=(), counted=None, replayed=None, tries=reasons.UNBOUNDED):
    """`counted`: what the machine code of a held-out kernel counts, by counter; `replayed`: that of another one."""
    return reasons.Case(source, lambda key: model.get(key, 0), lambda key: gpu.get(key, 0), lines,
                        lambda: [lambda key, other=other: other.get(key, 0) for other in others],
                        (counted or replayed or {}).get, counted is not None, tries)


@functools.cache
def measured(kernel):
    """The H200's figures, by counter."""
    cases = json.loads(pathlib.Path(__file__).with_name("h200.json").read_text())["cases"]
    found = next(one["counters"] for one in cases if one["case"] == kernel)
    return {key: sum(found.get(name, 0) for name in measured_names(key).values())
            for key, (ncu, _) in hardware_counters().items() if ncu and not is_of_machine_code(key)}


class Reasons(unittest.TestCase):
    def holds(self, name, key, *args, **more):
        return reasons.explain(name, case(*args, **more), key) is not None

    def test_a_loop_that_waits_excuses_only_what_it_asks_by(self):
        for source, key, holds in [
            (SPIN_ON_ATOMIC, "global.atomic.requests", True),
            (SPIN_ON_ATOMIC, "global.load.requests", False),
            (SPIN_ON_ATOMIC, "global.store.requests", False),
            (SPIN_ON_LOAD, "global.load.requests", True),
            (SPIN_ON_LOAD, "global.atomic.requests", False),
            ("atomicCAS(lock, 0, 1);", "global.atomic.requests", False),
        ]:
            with self.subTest(source=source, key=key):
                self.assertEqual(holds, self.holds("waits", key, {key: 10}, {key: 70}, source))

    def test_waiting_has_a_bound(self):
        key = "global.atomic.requests"
        self.assertFalse(self.holds("waits", key, {key: 10}, {key: 10 * 256 + 1}, SPIN_ON_ATOMIC))
        sectors = "global.atomic.sectors"
        self.assertTrue(self.holds("waits", sectors, {}, {key: 4, sectors: 128}, SPIN_ON_ATOMIC))
        self.assertFalse(self.holds("waits", sectors, {}, {key: 4, sectors: 129}, SPIN_ON_ATOMIC))

    def test_the_order_matters_only_where_it_does_on_the_model(self):
        key = "global.atomic.requests"
        source = "atomicCAS(p, a, b)"
        self.assertFalse(self.holds("order", key, {key: 10}, {key: 12}, source, others=[{key: 10}]))
        self.assertTrue(self.holds("order", key, {key: 10}, {key: 12}, source, others=[{key: 11}]))
        self.assertFalse(self.holds("order", key, {key: 10}, {key: 12}, "p[0] = 1;", others=[{key: 11}]))

    def test_nobody_asks_faster_than_l2_answers(self):
        key = "global.atomic.requests"
        for gpu, holds in [(35, True), (36, False)]:
            with self.subTest(gpu=gpu):
                self.assertEqual(holds, self.holds("waits", key, {key: 10}, {key: gpu}, SPIN_ON_ATOMIC, tries=25))
                self.assertEqual(holds, self.holds("order", key, {key: 12}, {key: gpu}, "atomicCAS(p, a, b)",
                                                   others=[{key: 10}], tries=25))

    def test_who_waits_asks_once_at_least(self):
        key = "global.atomic.requests"
        bounds = {key: (20, reasons.UNBOUNDED)}
        for gpu, holds in [(20, True), (19, False)]:
            with self.subTest(gpu=gpu):
                self.assertEqual(holds, self.holds("waits", key, {key: 30}, {key: gpu}, SPIN_ON_ATOMIC,
                                                   replayed=bounds))

    def test_moves_of_matrices_are_no_requests_but_pass(self):
        key, passes = "shared.load.requests", "shared.load.wavefronts"
        model, moves = {key: 4, passes: 16}, "load_matrix_sync(x, s, 32);"
        for gpu, source, holds in [({key: 2, passes: 16}, moves, True), ({key: 0, passes: 16}, moves, True),
                                   ({key: 2, passes: 12}, moves, False), ({key: 5, passes: 16}, moves, False),
                                   ({key: 2, passes: 16}, "s[i]", False)]:
            with self.subTest(gpu=gpu, source=source):
                self.assertEqual(holds, self.holds("matrix_moves", key, model, gpu, source))

    def test_what_differs_on_an_h100_has_a_reason(self):
        known = json.loads(pathlib.Path(__file__).with_name("explained.json").read_text())
        for one in json.loads(pathlib.Path(__file__).with_name("h100.json").read_text())["cases"]:
            gpu, why = one["counters"], known.get(one["case"], {})
            model = gpu | {key: differs["model"] for key, differs in why.items()}
            for key, differs in why.items():
                with self.subTest(kernel=one["case"], key=key):
                    self.assertTrue(self.holds(differs["reason"], key, model, gpu, kernel_of(one["case"]).read_text()))

    def test_merging_leaves_a_quarter_at_least(self):
        requests, passes, conflicts = (f"shared.load.{name}" for name in ("requests", "wavefronts", "bank_conflicts"))
        model = {requests: 64, passes: 100, conflicts: 36}  # 64 groups
        for key, gpu, holds in [
                (requests, {requests: 16}, True), (requests, {requests: 15}, False), (requests, {requests: 64}, False),
                (passes, {requests: 16, passes: 25}, True), (passes, {requests: 16, passes: 24}, False),
                (passes, {requests: 16, passes: 0}, False), (passes, {requests: 16, passes: 101}, False),
                (conflicts, {requests: 16, passes: 70, conflicts: 6}, True),
                (conflicts, {requests: 16, passes: 70, conflicts: 5}, False),
                (conflicts, {requests: 16, passes: 50, conflicts: 34}, True),
                (conflicts, {requests: 16, passes: 50, conflicts: 35}, False)]:
            with self.subTest(key=key, gpu=gpu):
                self.assertEqual(holds, self.holds("merged", key, model, gpu))

    def test_an_array_in_registers_leaves_nothing(self):
        key = "local.store.requests"
        self.assertTrue(self.holds("in_registers", key, {key: 28}, {key: 0}))
        self.assertFalse(self.holds("in_registers", key, {key: 28}, {key: 24}))
        self.assertTrue(self.holds("in_registers", key, {key: 28}, {key: 24}, replayed={key: (24, 24)}))
        self.assertFalse(self.holds("in_registers", key, {key: 28}, {key: 23}, replayed={key: (24, 24)}))

    def test_calls_have_the_bounds_of_their_machine_code(self):
        key, source = "local.load.requests", "__noinline__"
        self.assertFalse(self.holds("calls", key, {}, {key: 1}, source), "nobody has read it")
        for gpu, holds in [(9, False), (10, True), (12, True), (13, False)]:
            with self.subTest(gpu=gpu):
                self.assertEqual(holds, self.holds("calls", key, {}, {key: gpu}, source, replayed={key: (10, 12)}))

    def test_the_drivers_code_has_the_bounds_of_what_it_must_do(self):
        requests, sectors = "global.store.requests", "global.store.sectors"
        model = {requests: 4, sectors: 10}
        for lanes, gpu, holds in [((1, 1), 22, True), ((1, 1), 21, False), ((1, 1), 23, False),
                                  ((32, 32), 16, True), ((32, 32), 15, False), ((32, 32), 513, False)]:
            with self.subTest(lanes=lanes, gpu=gpu):
                self.assertEqual(holds, self.holds("driver_code", sectors, model, {requests: 16, sectors: gpu},
                                                   "printf", replayed={"lanes": lanes}))
        self.assertFalse(self.holds("driver_code", requests, model, {requests: 16}, "printf"))
        self.assertFalse(self.holds("driver_code", requests, model, {requests: 16}, "printf",
                                    replayed={requests: (17, 99)}))

    def test_switched_off_lanes_take_no_passes(self):
        model = {"shared.store.requests": 8, "shared.store.wavefronts": 8}
        self.assertTrue(self.holds("lanes_off", "shared.store.requests", model,
                                   {"shared.store.requests": 9, "shared.store.wavefronts": 8}))
        self.assertFalse(self.holds("lanes_off", "shared.store.requests", model,
                                    {"shared.store.requests": 9, "shared.store.wavefronts": 9}))
        self.assertFalse(self.holds("lanes_off", "shared.store.wavefronts", model,
                                    {"shared.store.requests": 9, "shared.store.wavefronts": 9}))

    def test_combined_lanes_are_those_of_whole_lines(self):
        key, requests = "global.atomic.sectors", "global.atomic.requests"
        lines = [{"requests": 2, "sectors": 64, "can_combine": True}, {"requests": 2, "sectors": 64, "can_combine": False}]
        model = {key: 128, requests: 4}
        self.assertTrue(self.holds("combined", key, model, {key: 66, requests: 4}, lines=lines))
        for gpu in ({key: 67, requests: 4}, {key: 4, requests: 4}, {key: 66, requests: 5}):
            self.assertFalse(self.holds("combined", key, model, gpu, lines=lines), gpu)

    def test_a_reason_of_requests_is_none_of_sectors(self):
        self.assertFalse(self.holds("once", "global.atomic.requests", {}, {}))
        requests, sectors = "global.load.requests", "global.load.sectors"
        self.assertFalse(self.holds("merged", sectors, {requests: 8, sectors: 8}, {requests: 2, sectors: 7}))

    def test_sectors_counted_once(self):
        key, requests = "global.atomic.sectors", "global.atomic.requests"
        self.assertTrue(self.holds("once", key, {key: 64, requests: 2}, {key: 2, requests: 2}))
        self.assertFalse(self.holds("once", key, {key: 64, requests: 2}, {key: 65, requests: 2}))
        self.assertFalse(self.holds("once", key, {key: 64, requests: 2}, {key: 3, requests: 3}))

    def test_wide_accesses_to_local_memory_have_the_same_sectors(self):
        key, sectors = "local.load.requests", "local.load.sectors"
        for gpu, gpu_sectors, holds in [(17, 272, True), (16, 272, False), (68, 272, False), (42, 271, False)]:
            with self.subTest(gpu=gpu, gpu_sectors=gpu_sectors):
                self.assertEqual(holds, self.holds("wide_local", key, {key: 68, sectors: 272},
                                                   {key: gpu, sectors: gpu_sectors}))

    def test_what_is_spilled_is_not_in_the_ptx(self):
        requests, sectors = "local.store.requests", "local.store.sectors"
        gpu = {requests: 10, sectors: 160}
        self.assertTrue(self.holds("spilled", requests, {}, gpu))
        self.assertTrue(self.holds("spilled", sectors, {}, gpu))
        self.assertFalse(self.holds("spilled", requests, {requests: 1}, gpu))
        self.assertFalse(self.holds("spilled", sectors, {}, {requests: 10, sectors: 161}))
        self.assertFalse(self.holds("spilled", requests, {}, {requests: 9, sectors: 160}))

    def test_one_lane_of_each_group_does_the_work_in_shared_memory(self):
        key, conflicts = "shared.atomic.wavefronts", "shared.atomic.bank_conflicts"
        model = {key: 92, conflicts: 77}
        self.assertTrue(self.holds("combined_shared", key, model, {key: 15}, "atomicAdd(&found, 1u);"))
        self.assertFalse(self.holds("combined_shared", key, model, {key: 16}, "atomicAdd(&found, 1u);"))
        self.assertFalse(self.holds("combined_shared", key, model, {key: 15}, "atomicExch(&found, 1u);"))

    def test_a_store_waits_a_pass_for_a_load_at_most(self):
        passes, conflicts, requests = (f"shared.store.{name}" for name in ("wavefronts", "bank_conflicts", "requests"))
        source = 'asm("bar.sync %0, %1;");'
        for gpu_passes, gpu_conflicts, text, holds in [(17, 1, source, True), (32, 16, source, True),
                                                       (33, 17, source, False), (17, 0, source, False),
                                                       (17, 1, "__syncthreads();", False)]:
            with self.subTest(passes=gpu_passes, conflicts=gpu_conflicts, text=text):
                gpu = {passes: gpu_passes, conflicts: gpu_conflicts, requests: 16}
                self.assertEqual(holds, self.holds("met_by_loads", passes, {passes: 16}, gpu, text))

    def test_of_a_held_out_kernel_only_what_the_machine_code_counts_holds(self):
        key = "shared.load.requests"
        for gpu, counted, holds in [(9, {key: (9, 9)}, True), (9, {key: (10, 10)}, False), (9, {}, False)]:
            with self.subTest(gpu=gpu, counted=counted):
                self.assertEqual(holds, self.holds("lanes_off", key, {key: 8}, {key: gpu}, counted=counted))

    def test_the_order_of_warps_is_no_matter_of_the_machine_code(self):
        key = "global.atomic.requests"
        self.assertTrue(self.holds("waits", key, {key: 10}, {key: 70}, SPIN_ON_ATOMIC, counted={}))


class MachineCode(unittest.TestCase):
    def test_passes_of_128(self):
        for addresses, expected in [([0] * 32, (2, 0)), ([0] * 16, (1, 0)), ([0] * 8, (1, 0)),
                                    ([lane // 8 * 16 for lane in range(32)], (2, 0)),
                                    ([lane // 8 * 128 for lane in range(32)], (4, 2))]:
            with self.subTest(addresses=addresses):
                self.assertEqual(machine_code.passes_of_128(addresses), expected)

    def test_sectors(self):
        self.assertEqual(machine_code.sectors([0, 7, 8, 16, 17]), 3)

    def test_only_replayed_kernels_have_a_bound(self):
        self.assertEqual(replays.bound("later_shared_counters", "shared.store.requests"), (12, 12))
        self.assertIsNone(replays.bound("later_shared_counters", "shared.load.requests"))
        self.assertIsNone(replays.bound("broadcast", "shared.load.requests"))

    def test_lanes_of_a_kind_stay_together(self):
        """Of two warps, one kind in each octet of the first and two in one octet of the second."""
        launch = machine_code.Launch("recursive_tree")
        kinds = [1] * 8 + [2] * 24 + [1, 3] + [1] * 30
        self.assertEqual(calls.lanes_apart(launch, kinds, lambda kind: kind),
                         ((2 + 3, (1 + 2) + (1 + 3)), (1 + 2 * 3 + 3 + 3, 1 + 2 * 3 + (1 + 3) + 3)))

    def test_what_is_replayed_exactly_is_what_was_measured(self):
        for kernel, key, figure in [
                ("virtual_shapes", "local.load.requests", 24), ("virtual_shapes", "local.store.sectors", 128),
                ("odd_structs", "local.store.requests", 24), ("segmented_sum", "global.load.sectors", 40),
                ("dot_bytes", "global.load.requests", 16), ("local_array", "local.store.sectors", 0)]:
            with self.subTest(kernel=kernel, key=key):
                self.assertEqual(replays.bound(kernel, key), (figure, figure))
                self.assertEqual(measured(kernel)[key], figure)

    def test_the_gpus_figures_are_within_bounds_of_both_sides(self):
        for kernel in [*calls.REPLAYS, *waits.REPLAYS]:
            for key, gpu in measured(kernel).items():
                bound = replays.bound(kernel, key)
                if bound is None:
                    continue
                with self.subTest(kernel=kernel, key=key, bound=bound):
                    self.assertTrue(0 < bound[0] <= gpu <= bound[1])
                    # Who waits has no most but by the time, which the case knows.
                    self.assertEqual(kernel in waits.REPLAYS, bound[1] == reasons.UNBOUNDED)


if __name__ == "__main__":
    unittest.main()
