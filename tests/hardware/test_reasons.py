"""A reason holds for its own counters, where its bound does, and nowhere else."""
import unittest

import reasons

SPIN_ON_ATOMIC = "while (atomicCAS(lock, 0, 1) != 0) {}"
SPIN_ON_LOAD = "while (state[tile] == 0) {\n  }"


def case(model, gpu, source="", lines=(), others=()):
    return reasons.Case(source, lambda key: model.get(key, 0), lambda key: gpu.get(key, 0), lines,
                        lambda: [lambda key, other=other: other.get(key, 0) for other in others])


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


if __name__ == "__main__":
    unittest.main()
